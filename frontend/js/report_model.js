// From a report (or what is there so far) to what is drawn and written. Pure, without statistics.
import { fastestOf } from './fastest.js';
import * as say from './format.js';
import { modes } from './run_form.js';
import { createScale } from './scale.js';

/** Blocks below which the server gives no interval. */
const blocksForInterval = 6;

/** `builds` in the report's order, all on one scale. */
export function modelOf(report) {
	const cells = report.cells ?? [];
	const reference = referenceOf(report);
	const scale = createScale([...cells.map((cell) => cell.speedup), reference].flatMap((estimate) => [estimate?.value, estimate?.high]));
	const ids = [...new Set(cells.map((cell) => cell.interpreter))];
	return {
		facts: factsOf(report, cells.filter(isMeasured)),
		warnings: (report.warnings ?? []).filter((warning) => !warning.cell),
		reference,
		scale,
		builds: ids.map((id) => buildOf(report, id, scale)),
		output: report.output,
	};
}

/** What a listener hears when the result is there. */
export const summaryOf = ({ builds }) => builds.map(({ name, kind, fastest }) => `${name}, ${kind}. ${fastest.sentence}`).join(' ');

/** "count_primes, n = 200,000 · 2 workers"; an imported run has no request. */
export function subjectOf({ request, report }) {
	const { workload, parameters, workers } = request ?? { ...report, ...report?.workload, workload: report?.workload?.name };
	const show = (value) => (Number.isInteger(value) ? say.integer(value) : JSON.stringify(value));
	const given = Object.entries(parameters ?? {}).map(([name, value]) => `, ${name} = ${show(value)}`);
	const count = Array.isArray(workers) ? `${say.listed(workers.map(String))} workers` : say.plural(workers, 'worker');
	return `${workload}${given.join('')} · ${count}`;
}

/** Busy workers can gain what the machine gave to native code, waiting ones their number. */
function referenceOf({ waiting, workers, machine_parallelism: machine }) {
	if (waiting && Number.isInteger(workers)) {
		return { label: say.plural(workers, 'worker'), meaning: 'as many times as there are workers', value: workers };
	}
	if (!Number.isFinite(machine?.value)) return null;
	const meaning = `what this machine gave to native code, ${say.estimate(machine)}`;
	return { ...machine, label: `machine ${say.times(machine.value)}`, meaning };
}

const isMeasured = (cell) => Boolean(cell.time_ms) && !cell.unavailable;

function factsOf({ blocks, machine_parallelism: machine, stopped_because: reason }, measured) {
	const rounds = new Set(measured.map((cell) => cell.calls_per_worker));
	return [
		checksumOf(measured),
		blocks && blocksOf(blocks),
		Number.isFinite(machine?.value) && { name: 'Machine parallelism', value: say.estimate(machine), note: 'of native code' },
		rounds.size === 1 && { name: 'A round', value: say.plural([...rounds][0], 'call'), note: 'by each worker' },
		reason && { name: 'Stopped', value: say.words(reason) },
	].filter(Boolean);
}

function blocksOf({ counted, disturbed, by_workers: parts = [] }) {
	const fewest = Math.min(counted, ...parts.map((part) => part.counted));
	const notes = [fewest < blocksForInterval && `no interval: fewer than ${blocksForInterval} blocks`,
		disturbed > 0 && `${say.integer(disturbed)} disturbed, not counted`];
	return { name: 'Blocks counted', value: say.integer(counted), note: notes.filter(Boolean).join('; ') };
}

function checksumOf(measured) {
	const isSame = measured.every((cell) => cell.checksum === measured[0].checksum);
	return { name: 'Checksum', value: say.checksum(measured[0]?.checksum), note: isSame ? `the same in ${say.plural(measured.length, 'cell')}` : 'cells differ' };
}

function buildOf({ cells, verdicts, warnings, blocks, workers, usable_cores: cores }, interpreter, scale) {
	const own = cells.filter((cell) => cell.interpreter === interpreter).sort((a, b) => modes.indexOf(a.mode) - modes.indexOf(b.mode));
	// Of a sweep: the advice for the most workers that run at the same time.
	const ownVerdicts = (verdicts ?? []).filter((each) => each.interpreter === interpreter);
	const verdict = ownVerdicts.findLast(({ workers }) => !(workers > cores)) ?? ownVerdicts[0];
	// Which mode is fastest depends on the number of workers: a sweep has no one answer.
	const fastest = Array.isArray(workers) ? { mode: null, sentence: verdict?.sentence ?? '' } : fastestOf(own, verdict);
	const states = new Set(own.filter(isMeasured).map((cell) => cell.gil_enabled));
	return {
		interpreter,
		name: `CPython ${interpreter}`,
		kind: say.build(own[0].build),
		gil: states.size === 0 ? 'not measured' : states.size > 1 ? 'GIL on in some modes' : states.has(true) ? 'GIL on' : 'GIL off',
		verdicts: ownVerdicts,
		verdict,
		fastest,
		rows: own.map((cell) => ({
			mode: cell.mode,
			cell,
			isBaseline: cell.mode === 'sequential',
			isFastest: cell.mode === fastest.mode,
			bar: barOf(cell.speedup, scale),
			missing: missingOf(cell, blocks?.counted === 0),
		})),
		warnings: (warnings ?? []).filter(({ cell }) => cell?.startsWith(`${interpreter} `))
			.map((warning) => ({ ...warning, mode: warning.cell.slice(interpreter.length + 1) })),
	};
}

/** Places in percent; `whisker` only where there is an interval to draw. */
const barOf = (speedup, { place }) => speedup && {
	end: place(speedup.value), whisker: say.hasInterval(speedup) ? { low: place(speedup.low), high: place(speedup.high) } : null,
};

/** Why there is no bar, or null. */
function missingOf(cell, noBlock) {
	if (cell.unavailable) return `not available: ${cell.unavailable.reason}`;
	if (!cell.time_ms) return noBlock ? 'no figure: no block counted' : 'not measured';
	return cell.speedup ? null : 'no speedup: sequential was not measured';
}
