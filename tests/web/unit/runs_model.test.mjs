import assert from 'node:assert/strict';
import { it } from 'node:test';

import { comparedRow, fileNameOf, headlinesOf, machineText, stateText, whenText } from '../../../frontend/js/runs_model.js';
import { report, run } from './answers.mjs';

it('a run is told in a few words', () => {
  const done = run({ report: report() });
  assert.equal(stateText(done), 'Done');
  assert.equal(stateText({ ...done, imported: true }), 'Done · imported');
  assert.equal(stateText({ ...done, state: 'failed', failure: { code: 'workload_failed' } }), 'Failed: workload failed');
  assert.equal(machineText(done), 'A processor, 2 cores');
  assert.equal(machineText({ machine: null }), '–');
  assert.match(whenText(done.created_at), /2026/);
  assert.equal(whenText(null) === '–' || whenText(null).includes('1970'), true);
  assert.equal(whenText('no time'), '–');
});

it('its result is the fastest mode, or the verdict where none is certain', () => {
  const entry = { interpreter: '3.13', build: 'gil', verdict: 'too_small' };
  assert.deepEqual(headlinesOf(run({ report: report() })), [{ interpreter: '3.13', result: 'interpreters 1.93×' }]);
  assert.deepEqual(headlinesOf({ headline: [{ ...entry, fastest: null, speedup: null }] }), [{ interpreter: '3.13', result: 'too small' }]);
  assert.deepEqual(headlinesOf({ headline: null }), []);
});

it('file names are harmless', () => {
  const named = (name) => fileNameOf({ name, created_at: '2026-11-30T20:00:00.000001+00:00' }, 'json');
  assert.equal(named('count_primes, 2 workers'), 'count_primes-2-workers-2026-11-30.json');
  assert.equal(named('../../etc/passwd'), 'etc-passwd-2026-11-30.json');
  assert.equal(named('素数'), 'run-2026-11-30.json');
});

it('a comparison says no more than the server does', () => {
  const side = (value) => ({ time_ms: { value, low: value - 1, high: value + 1 }, speedup: { value: 1.5, low: null, high: null } });
  const cell = { interpreter: '3.13', build: 'gil', mode: 'threads', workers: 2, a: side(100), b: side(90.04) };
  const ratio = { value: 0.9, low: 0.88, high: 0.92 };
  const certain = comparedRow({ ...cell, time_ratio: ratio, significant: true });
  assert.deepEqual([certain.name, certain.change, certain.significant], ['3.13 threads × 2', 'B is faster', true]);
  assert.deepEqual(certain.times, ['100.0 [99.0–101.0]', '90.0 [89.0–91.0]']);
  assert.equal(comparedRow({ ...cell, time_ratio: { ...ratio, value: 1.2 }, significant: true }).change, 'B is slower');
  assert.equal(comparedRow({ ...cell, time_ratio: ratio, significant: false }).change, 'no difference to be seen');
  const lonely = comparedRow({ ...cell, a: null, time_ratio: null, significant: true });
  assert.deepEqual([lonely.times[0], lonely.change, lonely.significant], ['–', 'not to be compared', false]);
});
