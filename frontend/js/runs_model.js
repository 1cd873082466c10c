// Past runs as the list and the comparison show them. Pure.
import * as say from './format.js';

/** "30 Nov 2026, 21:05:07", in the reader's own time zone. */
export function whenText(iso) {
	const time = new Date(iso);
	return Number.isNaN(time.getTime()) ? '–' : time.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
}

export function stateText({ state, failure, imported }) {
	const reason = state === 'failed' && failure ? `: ${say.words(failure.code)}` : '';
	return `${say.capitalised(state)}${reason}${imported ? ' · imported' : ''}`;
}

/** Of each interpreter the fastest mode, or else the verdict. */
export function headlinesOf({ headline }) {
	return (headline ?? []).map(({ interpreter, fastest, speedup, verdict }) => ({
		interpreter, result: fastest && speedup ? `${fastest} ${say.times(speedup.value)}` : say.words(verdict ?? 'no verdict'),
	}));
}

/** "Intel Xeon, 2 cores" */
export function machineText({ machine }) {
	const cores = machine?.usable_cores ? `${machine.usable_cores} cores` : null;
	return [machine?.cpu_model, cores].filter(Boolean).join(', ') || '–';
}

/** "count_primes, 2 workers" -> a name for a file. */
export function fileNameOf({ name, created_at: created }, extension) {
	const safe = name.normalize('NFKD').replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|-+$/g, '').slice(0, 60) || 'run';
	return `${safe}-${created.slice(0, 10)}.${extension}`;
}

const timeText = (time) => {
	const show = (value) => say.fixed(value, 1);
	return say.hasInterval(time) ? `${show(time.value)} [${show(time.low)}–${show(time.high)}]` : show(time?.value);
};

function changeText(ratio, significant) {
	if (!ratio) return 'not to be compared';
	if (!significant) return 'no difference to be seen';
	return ratio.value > 1 ? 'B is slower' : 'B is faster';
}

/** A row of the comparison; `change` says in words what the ratio of times means. */
export function comparedRow({ interpreter, mode, workers, a, b, time_ratio: ratio, significant }) {
	return {
		name: `${interpreter} ${mode} × ${workers}`,
		times: [a, b].map((side) => timeText(side?.time_ms)),
		speedups: [a, b].map((side) => say.estimate(side?.speedup)),
		ratio: say.estimate(ratio),
		significant: Boolean(ratio && significant),
		change: changeText(ratio, significant),
	};
}
