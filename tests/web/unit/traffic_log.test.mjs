import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createTrafficLog, filtered, levelOf, longestBody, pathOf, statusText } from '../../../frontend/js/traffic_log.js';

const begin = (log, method = 'GET', address = 'api/health') => log.begin({ method, address, headers: { Accept: '*/*' } });

describe('the log', () => {
  it('keeps the newest only', () => {
    const log = createTrafficLog({ limit: 3 });
    for (let index = 0; index < 5; index += 1) begin(log, 'GET', `api/${index}`);
    assert.deepEqual(log.entries().map(({ path }) => path), ['/api/2', '/api/3', '/api/4']);
    assert.deepEqual(log.entries().map(({ number }) => number), [3, 4, 5]);
    log.clear();
    assert.deepEqual(log.entries(), []);
  });

  it('tells of each change', () => {
    let changes = 0;
    const log = createTrafficLog({ onChange: () => (changes += 1) });
    const entry = begin(log);
    log.update(entry, { state: 'live', status: 200, responseHeaders: [['X-Request-Id', 'abc']] });
    log.receive(entry, 5, 'hello');
    log.update(entry, { state: 'done' });
    assert.equal(changes, 4);
    assert.deepEqual([entry.requestId, entry.bytes, entry.responseBody], ['abc', 5, 'hello']);
  });

  it('keeps a part of a long body and counts all of it', () => {
    const log = createTrafficLog();
    const entry = begin(log);
    for (let index = 0; index < 3; index += 1) log.receive(entry, 50_000, 'x'.repeat(50_000));
    assert.equal(entry.bytes, 150_000);
    assert.equal(entry.responseBody.length, longestBody);
  });
});

it('paths have no origin', () => {
  assert.equal(pathOf('http://localhost:8000/api/tasks?limit=5'), '/api/tasks?limit=5');
  assert.equal(pathOf('api/health'), '/api/health');
  assert.equal(pathOf('/api/health'), '/api/health');
});

it('what came of a request is a word and a level', () => {
  const cases = [
    [{ state: 'waiting', status: null }, '…', 'none'],
    [{ state: 'failed', status: null }, 'failed', 'bad'],
    [{ state: 'failed', status: 200 }, '200 cut off', 'bad'],
    [{ state: 'live', status: 200 }, '200 live', 'none'],
    [{ state: 'done', status: 404 }, '404', 'warn'],
    [{ state: 'done', status: 500 }, '500', 'bad'],
  ];
  for (const [entry, text, level] of cases) assert.deepEqual([statusText(entry), levelOf(entry)], [text, level]);
});

describe('the filter', () => {
  const log = createTrafficLog();
  const answered = (method, address, status) => log.update(begin(log, method, address), { state: 'done', status });
  answered('GET', 'api/health', 200);
  answered('POST', 'api/tasks', 422);
  answered('POST', 'api/runs', 202);
  const found = (text) => filtered(log.entries(), text).map(({ path }) => path);

  it('without words shows all, newest first', () => assert.deepEqual(found(' '), ['/api/runs', '/api/tasks', '/api/health']));

  it('wants all words, and none with a minus', () => {
    assert.deepEqual(found('post'), ['/api/runs', '/api/tasks']);
    assert.deepEqual(found('POST 4xx'), ['/api/tasks']);
    assert.deepEqual(found('-health -422'), ['/api/runs']);
    assert.deepEqual(found('nowhere'), []);
    assert.deepEqual(found('-'), [], 'a minus alone is a word like any other');
  });
});
