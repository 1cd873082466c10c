import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { defaults, fittingWorkers, limits, parseWholeNumber, validate } from '../../../frontend/js/form.js';

const withDefaults = (more) => validate({ ...defaults, ...more });

describe('whole numbers', () => {
  it('may have their digits in groups', () => {
    for (const text of ['200000', ' 200000 ', '200 000', '200_000', '200\u202f000']) {
      assert.equal(parseWholeNumber(text), 200_000);
    }
  });

  it('are nothing else', () => {
    for (const text of ['', ' ', 'abc', '1.5', '-1', '+1', '1e5', '0x10', '1,000', '_1', '1__0', '9'.repeat(13)]) {
      assert.equal(parseWholeNumber(text), null, text);
    }
  });
});

describe('the query', () => {
  it('of the defaults is what the API would assume, for both builds', () => {
    assert.deepEqual(withDefaults({}).query, { task: 'cpu', workers: '4', n: '200000', build: 'all', repeats: '6' });
  });

  it('has the size of its own task only', () => {
    const { query } = withDefaults({ task: 'io', n: 'not looked at' });
    assert.deepEqual(Object.keys(query), ['task', 'workers', 'delay_ms', 'build', 'repeats']);
  });

  it('holds plain digits', () => {
    assert.equal(withDefaults({ n: '1_000_000' }).query.n, '1000000');
  });

  it('may be at each limit and not beyond', () => {
    for (const [name, { minimum, maximum }] of Object.entries(limits)) {
      const task = name === 'delay_ms' ? 'io' : 'cpu';
      for (const value of [minimum, maximum]) assert.ok(withDefaults({ task, [name]: String(value) }).query, `${name} ${value}`);
      for (const value of [minimum - 1, maximum + 1]) {
        const { query, problems } = withDefaults({ task, [name]: String(value) });
        assert.equal(query, null);
        assert.deepEqual(Object.keys(problems), [name]);
      }
    }
  });

  it('names every problem at once', () => {
    const { problems } = withDefaults({ workers: '0', n: 'x', repeats: '', build: 'debug' });
    assert.deepEqual(Object.keys(problems).sort(), ['build', 'n', 'repeats', 'workers']);
    assert.equal(problems.n, 'Whole number, 10,000–5,000,000');
  });
});

it('workers fit the machine, within reason', () => {
  assert.equal(fittingWorkers(2), '2');
  assert.equal(fittingWorkers(3.7), '3');
  assert.equal(fittingWorkers(0.5), '2');
  assert.equal(fittingWorkers(64), '4');
  assert.equal(fittingWorkers(undefined), null);
});
