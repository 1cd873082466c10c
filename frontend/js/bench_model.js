// From the benchmark's answer to what is drawn and written. Pure: no DOM, and no statistics.
import { fastestOf } from './fastest.js';
import { formatBuild, formatChecksum, formatEstimate, formatInteger, formatTimes, hasInterval, plural } from './format.js';
import { createScale } from './scale.js';

const modeOrder = ['sequential', 'threads', 'interpreters', 'processes'];

/** Blocks below which the server gives no interval. */
export const blocksForInterval = 6;

/** The whole result: `builds` in the answer's order, all on one scale so that their bars can be compared. */
export function modelOf(answer) {
  const reference = referenceOf(answer);
  const scale = scaleOf(answer.details, reference);
  return {
    title: titleOf(answer),
    facts: factsOf(answer),
    warnings: answer.warnings ?? [],
    reference,
    scale,
    builds: interpretersOf(answer).map((id) => buildOf(answer, id, scale)),
  };
}

/** What a listener hears when the result is there. */
export function summaryOf({ builds }) {
  return builds.map(({ name, kind, fastest }) => `${name}, ${kind}. ${fastest.sentence}`).join(' ');
}

const interpretersOf = (answer) => [...new Set(answer.details.map((cell) => cell.interpreter))];

/**
 * What speedups are held against beside 1×: busy workers can gain what the machine gave to native code, waiting
 * ones as much as there are workers.
 */
function referenceOf(answer) {
  if (answer.task === 'io') {
    const label = plural(answer.workers, 'worker');
    return { label, meaning: 'as many times as there are workers', value: answer.workers, low: null, high: null };
  }
  const machine = answer.details.find((cell) => cell.machine_parallelism)?.machine_parallelism;
  if (!machine) return null;
  const meaning = `what this machine gave to native code, ${formatEstimate(machine)}`;
  return { label: `machine ${formatTimes(machine.value)}`, meaning, ...machine };
}

function scaleOf(cells, reference) {
  const reach = ({ value, high }) => [value, high];
  const speedups = cells.flatMap((cell) => (cell.speedup ? reach(cell.speedup) : []));
  return createScale([...speedups, ...(reference ? reach(reference) : [])].filter((value) => value !== null));
}

function titleOf(answer) {
  const cpu = () => `count_primes, n = ${formatInteger(answer.n)}`;
  const io = () => `http_roundtrip, ${formatInteger(answer.delay_ms)} ms`;
  return `${answer.task === 'io' ? io() : cpu()} · ${plural(answer.workers, 'worker')}`;
}

function factsOf(answer) {
  const { counted, disturbed } = answer.blocks;
  const interval = counted < blocksForInterval ? `no interval: fewer than ${blocksForInterval} blocks` : null;
  return [
    { name: 'Checksum', value: formatChecksum(answer.checksum), note: checksumNote(answer) },
    { name: 'Blocks counted', value: formatInteger(counted), note: interval },
    { name: 'Blocks disturbed', value: formatInteger(disturbed), note: disturbed > 0 ? 'not counted' : null },
  ];
}

function checksumNote(answer) {
  const measured = answer.details.filter((cell) => cell.run_ms);
  if (measured.length === 0) return 'no figures';
  const values = new Set(measured.map((cell) => JSON.stringify(cell.checksum)));
  if (values.size > 1) return 'cells disagree';
  const meaning = answer.task === 'io' ? 'round trips' : `primes below ${formatInteger(answer.n)}`;
  return `${meaning}, the same in ${measured.length === 1 ? 'the one cell' : `all ${measured.length} cells`}`;
}

function buildOf(answer, interpreter, scale) {
  const noBlock = answer.blocks.counted === 0;
  const cells = answer.details
    .filter((cell) => cell.interpreter === interpreter)
    .sort((a, b) => modeOrder.indexOf(a.mode) - modeOrder.indexOf(b.mode));
  const verdict = answer.verdicts.find((each) => each.interpreter === interpreter) ?? null;
  const fastest = fastestOf(cells, verdict);
  return {
    interpreter,
    name: `CPython ${interpreter}`,
    kind: formatBuild(cells[0].build),
    gil: gilOf(cells),
    verdict,
    fastest,
    rows: cells.map((cell) => rowOf(cell, { scale, noBlock, fastestMode: fastest.mode })),
    warnings: cells.flatMap((cell) => (cell.warnings ?? []).map((warning) => ({ ...warning, mode: cell.mode }))),
  };
}

function gilOf(cells) {
  const states = new Set(cells.map((cell) => cell.gil_enabled).filter((state) => state !== null));
  if (states.size === 0) return 'not measured';
  if (states.size > 1) return 'GIL on in some modes';
  return states.has(true) ? 'GIL on' : 'GIL off';
}

function rowOf(cell, { scale, noBlock, fastestMode }) {
  return {
    mode: cell.mode,
    cell,
    isBaseline: cell.mode === 'sequential',
    isFastest: cell.mode === fastestMode,
    bar: barOf(cell.speedup, scale),
    missing: missingOf(cell, noBlock),
  };
}

/** Places in percent; `whisker` only where there is an interval to draw. */
function barOf(speedup, scale) {
  if (!speedup) return null;
  const whisker = hasInterval(speedup) ? { low: scale.place(speedup.low), high: scale.place(speedup.high) } : null;
  return { end: scale.place(speedup.value), whisker };
}

/** Why there is no bar, or null. */
function missingOf(cell, noBlock) {
  if (cell.unavailable) return `not available: ${cell.unavailable.reason}`;
  if (!cell.run_ms) return noBlock ? 'no figure: no block counted' : 'not measured';
  return cell.speedup ? null : 'no speedup: sequential was not measured';
}
