// From a run's form to its request, which the server judges. Pure.
import * as say from './format.js';

export const modes = ['sequential', 'threads', 'interpreters', 'processes'];

/** Of workers: no more than run at the same time, or up to twice as many. */
export const experiments = {
	compare: { hint: '1–256', suggest: (cores) => String(Math.min(4, Math.max(2, Math.floor(cores)))) },
	sweep: { hint: 'Such as 1, 2, 4 or 1..8', suggest: (cores) => [1, 2, 4, 8, 16, 32, 64].filter((workers) => workers <= 2 * Math.max(1, cores)).join(', ') },
};

/** A number if it is one, "200 000" too; else the text, for the server to refuse. */
export function numberOrText(text) {
	const plain = text.trim().replace(/(?<=\d)[ _\u202f\u00a0](?=\d)/g, '');
	return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text;
}

const mostWorkers = 256;

/** "1, 2, 4", "1..8" or both -> a list. */
export function workerList(text) {
	return text.split(',').flatMap((part) => {
		const [, from, to] = /^\s*(\d+)\s*\.\.\s*(\d+)\s*$/.exec(part) ?? [];
		const isRange = Number(to) >= Number(from) && to - from < mostWorkers;
		return isRange ? Array.from({ length: to - from + 1 }, (_, index) => Number(from) + index) : numberOrText(part);
	});
}

/** "10,000–5,000,000 ms", "at least 1", or "" where anything goes. */
export function rangeText({ minimum, maximum, unit }) {
	const show = (value) => (Number.isInteger(value) ? say.integer(value) : value);
	const hasMinimum = Number.isFinite(minimum);
	const range = Number.isFinite(maximum)
		? `${hasMinimum ? `${show(minimum)}–` : 'at most '}${show(maximum)}` : hasMinimum ? `at least ${show(minimum)}` : '';
	return `${range} ${unit ?? ''}`.trim();
}

/** A text in the type of the parameter's default. */
export function parameterValue({ default: example }, text) {
	if (typeof example === 'string') return text;
	if (typeof example === 'number') return numberOrText(text);
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** `values`: see createRunFormView(); empty limits are left to the server. */
export function requestOf({ experiment, parameters, workers, modes: chosen, builds, budget_s: budget, blocks }, workload) {
	return {
		experiment,
		workload: workload?.name ?? '',
		parameters: Object.fromEntries((workload?.parameters ?? []).map((each) => [each.name, parameterValue(each, parameters[each.name])])),
		workers: experiment === 'sweep' ? workerList(workers) : numberOrText(workers),
		modes: chosen,
		builds,
		...(budget.trim() && { budget_s: numberOrText(budget) }),
		...(blocks.trim() && { blocks: numberOrText(blocks) }),
	};
}
