import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { modelOf, summaryOf } from '../../../frontend/js/bench_model.js';
import { answer, cell, quickLook } from './answers.mjs';

const rowsOf = (model) => model.builds.flatMap((build) => build.rows);

describe('the model of an answer', () => {
  it('says what was run', () => {
    assert.equal(modelOf(answer()).title, 'count_primes, n = 200,000 · 2 workers');
    const io = modelOf(answer({ task: 'io', delay_ms: 50, workers: 1, checksum: 1 }));
    assert.equal(io.title, 'http_roundtrip, 50 ms · 1 worker');
  });

  it('has a build for each interpreter and the modes in one order', () => {
    const shuffled = answer();
    shuffled.details.reverse();
    const { builds } = modelOf(shuffled);
    assert.deepEqual(builds.map((build) => build.interpreter), ['3.13t', '3.13']);
    for (const build of builds) {
      assert.deepEqual(build.rows.map((row) => row.mode), ['sequential', 'threads', 'interpreters', 'processes']);
    }
  });

  it('tells the state of the GIL as it was seen', () => {
    const [gil, free] = modelOf(answer()).builds;
    assert.deepEqual([gil.gil, free.gil], ['GIL on', 'GIL off']);
    const mixed = answer();
    mixed.details[5].gil_enabled = true;
    assert.equal(modelOf(mixed).builds[1].gil, 'GIL on in some modes');
  });

  it('marks a certain winner only', () => {
    assert.deepEqual(rowsOf(modelOf(answer())).filter((row) => row.isFastest).map((row) => row.mode), ['interpreters']);
    assert.deepEqual(rowsOf(modelOf(quickLook())).filter((row) => row.isFastest), []);
  });

  it('has a summary to be heard', () => {
    assert.match(summaryOf(modelOf(answer())), /^CPython 3\.13, GIL\. Fastest: interpreters.* CPython 3\.13t, free-threaded\. /);
  });
});

describe('bars', () => {
  it('share one scale', () => {
    const model = modelOf(answer());
    const end = (index) => rowsOf(model)[index].bar.end;
    assert.equal(end(0), end(4), 'sequential is as long in both builds');
    assert.ok(Math.abs(end(2) / end(0) - 1.93) < 1e-9);
    assert.ok(rowsOf(model).every((row) => !row.bar || row.bar.end <= 100));
  });

  it('have a whisker around their end', () => {
    const { bar } = rowsOf(modelOf(answer()))[2];
    assert.ok(bar.whisker.low < bar.end && bar.end < bar.whisker.high && bar.whisker.high <= 100);
  });

  it('have none without an interval', () => {
    for (const { bar } of rowsOf(modelOf(quickLook()))) assert.ok(!bar || bar.whisker === null);
  });

  it('are held against the machine when busy, against the workers when waiting', () => {
    const busy = modelOf(answer()).reference;
    assert.deepEqual([busy.label, busy.value], ['machine 1.95×', 1.947]);
    assert.match(busy.meaning, /native code, 1\.95× \[1\.93–1\.96\]/);
    const waiting = modelOf(answer({ task: 'io', delay_ms: 50, workers: 32 })).reference;
    assert.deepEqual([waiting.label, waiting.value], ['32 workers', 32]);
  });

  it('do without a reference the server could not measure', () => {
    const details = answer().details.map((each) => ({ ...each, machine_parallelism: null }));
    assert.equal(modelOf(answer({ details })).reference, null);
  });
});

describe('what is missing', () => {
  it('has its reason instead of a bar', () => {
    const row = modelOf(answer()).builds[1].rows[3];
    assert.equal(row.bar, null);
    assert.equal(row.missing, 'not available: numpy refuses');
  });

  it('is said of a run whose blocks were all disturbed', () => {
    const nothing = { run_ms: null, speedup: null, gil_enabled: null };
    const details = answer().details.slice(0, 3).map((each) => ({ ...each, ...nothing }));
    const model = modelOf(answer({ details, checksum: null, blocks: { counted: 0, disturbed: 4 } }));
    assert.deepEqual(rowsOf(model).map((row) => row.missing), Array(3).fill('no figure: no block counted'));
    assert.equal(model.builds[0].gil, 'not measured');
    assert.deepEqual(model.facts.map((fact) => fact.value), ['–', '0', '4']);
  });

  it('may be the baseline', () => {
    const details = [cell('3.13', 'threads', [1, 1, 1], { speedup: null })];
    assert.match(rowsOf(modelOf(answer({ details })))[0].missing, /sequential was not measured/);
  });

  it('may be everything', () => {
    const model = modelOf(answer({ details: [], verdicts: [], checksum: null }));
    assert.deepEqual(model.builds, []);
    assert.equal(summaryOf(model), '');
  });
});

describe('facts', () => {
  it('say that the checksum is the same everywhere', () => {
    const [checksum] = modelOf(answer()).facts;
    assert.equal(checksum.value, '17,984');
    assert.equal(checksum.note, 'primes below 200,000, the same in all 7 cells');
  });

  it('say where there is no interval and why', () => {
    assert.equal(modelOf(answer()).facts[1].note, null);
    assert.equal(modelOf(quickLook()).facts[1].note, 'no interval: fewer than 6 blocks');
  });

  it('count disturbed blocks', () => {
    const [, , disturbed] = modelOf(answer({ blocks: { counted: 6, disturbed: 2 } })).facts;
    assert.deepEqual([disturbed.value, disturbed.note], ['2', 'not counted']);
  });

  it('warnings of a mode stand at its build, those of the run on top', () => {
    const model = modelOf({ ...answer(), warnings: [{ code: 'machine_busy', message: 'm', remedy: 'r' }] });
    assert.deepEqual(model.warnings.map((warning) => warning.code), ['machine_busy']);
    assert.deepEqual(model.builds[1].warnings.map((warning) => warning.mode), ['processes']);
  });
});
