// From the cells of a sweep to curves over the number of workers. Pure: every value is the server's.
import * as say from './format.js';
import { modes } from './run_form.js';

/** What can be drawn: `read` gives a cell's estimate or null. */
export const kinds = {
	speedup: { title: 'Speedup', better: 'higher is better', read: (cell) => cell.speedup, show: say.times },
	time: { title: 'Time for one call on every worker', better: 'lower is better', read: timeOfCall, show: (value) => `${value < 10 ? +value.toPrecision(2) : say.integer(value)} ms` },
	efficiency: {
		title: 'Share of the machine’s parallelism', better: 'higher is better', show: say.share,
		read: (cell) => ({ value: cell.share_of_machine ?? NaN }),
	},
};

/** A round is k calls by each worker; k may differ with their number. */
function timeOfCall({ time_ms: time, calls_per_worker: calls }) {
	const part = (value) => (value ?? NaN) / calls;
	return time && { value: part(time.value), low: part(time.low), high: part(time.high) };
}

const order = ({ build, mode }) => (build === 'gil' ? 0 : modes.length) + modes.indexOf(mode);

/** `series` in a fixed order, each with its points by rising workers; `xs`: all numbers of workers. */
export function curvesOf({ cells = [], machine_parallelism: machine }, kind) {
	const found = new Map();
	for (const cell of [...cells].sort((a, b) => a.workers - b.workers)) {
		const { interpreter, build, mode, workers: x } = cell;
		const estimate = cell.unavailable ? null : kinds[kind].read(cell);
		if (!Number.isFinite(estimate?.value)) continue;
		const key = `${interpreter} ${mode}`;
		if (!found.has(key)) found.set(key, { key, build, mode, label: `${mode}, ${interpreter} (${say.build(build)})`, points: [] });
		found.get(key).points.push({ x, ...estimate });
	}
	const series = [...found.values()].sort((a, b) => order(a) - order(b));
	const points = (machine?.by_workers ?? []).map(({ workers: x, ...estimate }) => ({ x, ...estimate }));
	if (kind === 'speedup' && points.length > 0) series.push({ key: 'machine', build: 'native', mode: 'machine', label: 'the machine, native code', points });
	return { series, xs: [...new Set(cells.map(({ workers }) => workers))].sort((a, b) => a - b) };
}

/** Places in percent; workers are logarithmic, values linear from 0. */
export function frameOf(series, xs) {
	const first = xs[0] ?? 1;
	const width = Math.log2(Math.max(xs.at(-1) ?? 2, first + 1) / first);
	const highest = Math.max(...series.flatMap(({ points }) => points.map(({ value, high }) => high ?? value)), 0) || 1;
	const power = 10 ** Math.floor(Math.log10(highest / 5));
	const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= highest / 5);
	const count = Math.ceil((highest * 1.02) / step);
	return {
		x: (workers) => (100 * Math.log2(workers / first)) / width,
		y: (value) => 100 - (100 * value) / (count * step),
		ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
	};
}

/** Which of the numbers of workers lies closest to a place (0..100). */
export const closest = (xs, frame, place) =>
	xs.reduce((best, x) => (Math.abs(frame.x(x) - place) < Math.abs(frame.x(best) - place) ? x : best));

/** All series at one number of workers, for the tooltip. */
export function valuesAt(series, x, kind) {
	const { show } = kinds[kind];
	return series.map(({ label, points }) => {
		const point = points.find((each) => each.x === x);
		const interval = say.hasInterval(point) ? ` [${show(point.low)}–${show(point.high)}]` : '';
		return { label, text: point ? show(point.value) + interval : '–' };
	});
}
