import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { experiments, numberOrText, parameterValue, rangeText, requestOf, workerList } from '../../../frontend/js/run_form.js';

describe('a number', () => {
  it('may have its digits in groups', () => {
    for (const text of ['200000', ' 200000 ', '200 000', '200_000', '200\u202f000']) assert.equal(numberOrText(text), 200_000);
    assert.equal(numberOrText('0.5'), 0.5);
  });

  it('that is none stays text, for the server to refuse', () => {
    for (const text of ['', ' ', 'abc', '1,000', '_1', '1__0', '1 2 x']) assert.equal(numberOrText(text), text);
  });
});

describe('a list of workers', () => {
  const cases = {
    '1, 2, 4': [1, 2, 4],
    '1..4': [1, 2, 3, 4],
    '1 .. 2, 8': [1, 2, 8],
    '4, 2, 2': [4, 2, 2],
    5: [5],
    '4..1': ['4..1'],
    '1..1000000000': ['1..1000000000'],
    'a, 2': ['a', 2],
    '': [''],
  };
  for (const [text, list] of Object.entries(cases)) it(`"${text}"`, () => assert.deepEqual(workerList(text), list));

  it('suggested for a machine', () => {
    assert.equal(experiments.sweep.suggest(2), '1, 2, 4');
    assert.equal(experiments.sweep.suggest(8), '1, 2, 4, 8, 16');
    assert.equal(experiments.sweep.suggest(0.5), '1, 2');
    assert.deepEqual([2, 3.7, 0.5, 64].map(experiments.compare.suggest), ['2', '3', '2', '4']);
  });
});

it('limits are told as far as they are known', () => {
  assert.equal(rangeText({ minimum: 10_000, maximum: 5_000_000, unit: '' }), '10,000–5,000,000');
  assert.equal(rangeText({ minimum: 1, maximum: 1000, unit: 'ms' }), '1–1,000 ms');
  assert.equal(rangeText({ minimum: 0.5, maximum: null, unit: '' }), 'at least 0.5');
  assert.equal(rangeText({ minimum: null, maximum: 9, unit: 's' }), 'at most 9 s');
  assert.equal(rangeText({ minimum: null, maximum: null, unit: '' }), '');
});

it('parameters have the type of their default where they can', () => {
  const cases = [[5, '1_000', 1000], [5, 'x', 'x'], ['a', '5', '5'], [true, 'false', false], [[1], '[2,3]', [2, 3]], [null, '{', '{']];
  for (const [example, text, value] of cases) assert.deepEqual(parameterValue({ default: example }, text), value);
});

describe('the request', () => {
  const values = {
    experiment: 'compare', parameters: { n: '10000' }, workers: '2', modes: ['threads'], builds: ['gil'], budget_s: '', blocks: ' ',
  };
  const workload = { name: 'count_primes', parameters: [{ name: 'n', default: 200000 }] };

  it('leaves to the server what the form leaves open', () => {
    assert.deepEqual(requestOf(values, workload), {
      experiment: 'compare', workload: 'count_primes', parameters: { n: 10000 }, workers: 2, modes: ['threads'], builds: ['gil'],
    });
  });

  it('has limits and a list where they are given', () => {
    const { budget_s: budget, blocks, workers } = requestOf({ ...values, experiment: 'sweep', workers: '1..2', budget_s: '7.5', blocks: '1' }, workload);
    assert.deepEqual([budget, blocks, workers], [7.5, 1, [1, 2]]);
  });

  it('without a workload is for the server to refuse', () => {
    const { workload: name, parameters } = requestOf(values, undefined);
    assert.deepEqual([name, parameters], ['', {}]);
  });
});
