import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { modelOf, subjectOf, summaryOf } from '../../../frontend/js/report_model.js';
import { cell, quickLook, report, run, sweepReport } from './answers.mjs';

const rowsOf = (model) => model.builds.flatMap((build) => build.rows);
const factOf = (model, name) => model.facts.find((fact) => fact.name === name);

describe('the model of a report', () => {
  it('has a build for each interpreter and the modes in one order', () => {
    const shuffled = report();
    shuffled.cells.reverse();
    const { builds } = modelOf(shuffled);
    assert.deepEqual(builds.map((build) => build.interpreter), ['3.13t', '3.13']);
    for (const build of builds) {
      assert.deepEqual(build.rows.map((row) => row.mode), ['sequential', 'threads', 'interpreters', 'processes']);
    }
  });

  it('tells the state of the GIL as it was seen', () => {
    const [gil, free] = modelOf(report()).builds;
    assert.deepEqual([gil.gil, free.gil], ['GIL on', 'GIL off']);
    const mixed = report();
    mixed.cells[5].gil_enabled = true;
    assert.equal(modelOf(mixed).builds[1].gil, 'GIL on in some modes');
  });

  it('marks a certain winner only', () => {
    assert.deepEqual(rowsOf(modelOf(report())).filter((row) => row.isFastest).map((row) => row.mode), ['interpreters']);
    assert.deepEqual(rowsOf(modelOf(quickLook())).filter((row) => row.isFastest), []);
  });

  it('has a summary to be heard', () => {
    assert.match(summaryOf(modelOf(report())), /^CPython 3\.13, GIL\. Fastest: interpreters.* CPython 3\.13t, free-threaded\. /);
  });

  it('can be made of the part that is there so far', () => {
    const { cells, machine_parallelism, warnings } = report();
    const model = modelOf({ experiment: 'compare', workers: 2, cells, machine_parallelism, warnings });
    assert.equal(rowsOf(model).filter((row) => row.bar).length, 7);
    assert.equal(model.builds[0].verdict, undefined);
    assert.equal(factOf(model, 'Blocks counted'), undefined);
  });
});

describe('the model of a sweep', () => {
  const { builds, facts } = modelOf(sweepReport());

  it('has a verdict for each number of workers, and advice for the most that run at the same time', () => {
    assert.deepEqual(builds[0].verdicts.map(({ workers }) => workers), [1, 2, 4]);
    assert.equal(builds[0].verdict.workers, 2);
  });

  it('ranks no modes across numbers of workers: what is heard is the verdict', () => {
    assert.equal(builds[0].fastest.mode, null);
    assert.equal(builds[0].fastest.sentence, builds[0].verdict.sentence);
    assert.ok(builds[0].rows.every(({ isFastest }) => !isFastest));
  });

  it('counts the blocks of the number that has fewest', () => {
    const blocks = { counted: 17, disturbed: 0, by_workers: [{ counted: 6 }, { counted: 5 }, { counted: 6 }] };
    assert.match(factOf(modelOf({ ...sweepReport(), blocks }), 'Blocks counted').note, /fewer than 6/);
    assert.ok(facts.length > 0);
  });
});

describe('the subject', () => {
  it('says what was run', () => {
    assert.equal(subjectOf(run()), 'count_primes, n = 200,000 · 2 workers');
    assert.equal(subjectOf({ request: { workload: 'sleep', parameters: { s: 0.5, t: 'a' }, workers: [1, 2, 4] } }), 'sleep, s = 0.5, t = "a" · 1, 2 and 4 workers');
  });

  it('of an imported run is that of its report', () => {
    assert.equal(subjectOf({ request: null, report: report({ workers: 1 }) }), 'count_primes, n = 200,000 · 1 worker');
  });
});

describe('bars', () => {
  it('share one scale', () => {
    const rows = rowsOf(modelOf(report()));
    assert.equal(rows[0].bar.end, rows[4].bar.end, 'sequential is as long in both builds');
    assert.ok(Math.abs(rows[2].bar.end / rows[0].bar.end - 1.93) < 1e-9);
    assert.ok(rows.every((row) => !row.bar || row.bar.end <= 100));
  });

  it('have a whisker around their end', () => {
    const { bar } = rowsOf(modelOf(report()))[2];
    assert.ok(bar.whisker.low < bar.end && bar.end < bar.whisker.high && bar.whisker.high <= 100);
  });

  it('have none without an interval', () => {
    for (const { bar } of rowsOf(modelOf(quickLook()))) assert.ok(!bar || bar.whisker === null);
  });

  it('are held against the machine when busy, against the workers when waiting', () => {
    const busy = modelOf(report()).reference;
    assert.deepEqual([busy.label, busy.value], ['machine 1.95×', 1.947]);
    assert.match(busy.meaning, /native code, 1\.95× \[1\.93–1\.96\]/);
    const waiting = modelOf(report({ waiting: true, workers: 32 })).reference;
    assert.deepEqual([waiting.label, waiting.value], ['32 workers', 32]);
  });

  it('do without a reference the server could not measure', () => {
    for (const none of [null, { value: null, low: null, high: null }]) {
      assert.equal(modelOf(report({ machine_parallelism: none })).reference, null);
    }
  });
});

describe('what is missing', () => {
  it('has its reason instead of a bar', () => {
    const row = modelOf(report()).builds[1].rows[3];
    assert.equal(row.bar, null);
    assert.equal(row.missing, 'not available: numpy refuses');
  });

  it('is said of a run whose blocks were all disturbed', () => {
    const cells = report().cells.slice(0, 3).map((each) => ({ ...each, time_ms: null, speedup: null }));
    const model = modelOf(report({ cells, blocks: { counted: 0, disturbed: 4 } }));
    assert.deepEqual(rowsOf(model).map((row) => row.missing), Array(3).fill('no figure: no block counted'));
    assert.equal(model.builds[0].gil, 'not measured');
    assert.equal(factOf(model, 'Checksum').value, '–');
  });

  it('may be the baseline', () => {
    const cells = [cell('3.13', 'threads', [1, 1, 1], { speedup: null })];
    assert.match(rowsOf(modelOf(report({ cells })))[0].missing, /sequential was not measured/);
  });

  it('may be everything', () => {
    const model = modelOf(report({ cells: [], verdicts: [] }));
    assert.deepEqual(model.builds, []);
    assert.equal(summaryOf(model), '');
  });
});

describe('facts', () => {
  it('say that the checksum is the same everywhere, or that it is not', () => {
    const { value, note } = factOf(modelOf(report()), 'Checksum');
    assert.deepEqual([value, note], ['17,984', 'the same in 7 cells']);
    const differing = report();
    differing.cells[1].checksum = '1';
    assert.equal(factOf(modelOf(differing), 'Checksum').note, 'cells differ');
  });

  it('say where there is no interval and why, and count disturbed blocks', () => {
    assert.equal(factOf(modelOf(report()), 'Blocks counted').note, '');
    assert.equal(factOf(modelOf(quickLook()), 'Blocks counted').note, 'no interval: fewer than 6 blocks');
    assert.equal(factOf(modelOf(report({ blocks: { counted: 6, disturbed: 2 } })), 'Blocks counted').note, '2 disturbed, not counted');
  });

  it('warnings of a mode stand at its build, those of the run on top', () => {
    const model = modelOf(report({ warnings: [...report().warnings, { code: 'machine_busy', message: 'm', remedy: 'r', cell: null }] }));
    assert.deepEqual(model.warnings.map((warning) => warning.code), ['machine_busy']);
    assert.deepEqual(model.builds.map((build) => build.warnings.map((warning) => warning.mode)), [[], ['processes x2']]);
  });
});
