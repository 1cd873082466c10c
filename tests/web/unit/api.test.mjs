import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { ApiError, createClient } from '../../../frontend/js/api.js';
import { createTrafficLog } from '../../../frontend/js/traffic_log.js';
import { createWire } from '../../../frontend/js/wire.js';

/** A client whose server answers as told; `asked` lists the requests, `contacts` what the page is told. */
function clientWith(answer, base) {
  const asked = [];
  const contacts = [];
  const fetchFunction = async (address, options) => {
    asked.push({ address, ...options });
    return answer(options);
  };
  const log = createTrafficLog();
  const wire = createWire({ log, fetchFunction });
  return { asked, contacts, log, client: createClient({ base, wire, onContact: (reached) => contacts.push(reached) }) };
}

const json = (status, body, headers = {}) => () => new Response(JSON.stringify(body), { status, headers });
const nothing = () => new Response(null, { status: 204 });

describe('requests', () => {
  it('are relative, so that a path prefix works', async () => {
    const { client, asked, contacts } = clientWith(json(200, { status: 'ok' }));
    assert.deepEqual(await client.health(), { status: 'ok' });
    await client.tasks({ status: null, limit: 5, cursor: undefined });
    await client.compareRuns('a', 'b');
    assert.deepEqual(asked.map(({ address }) => address), ['api/health', 'api/tasks?limit=5', 'api/runs/a/compare?with=b']);
    assert.deepEqual(contacts, [true, true, true]);
  });

  it('go to another origin where the configuration says so', async () => {
    for (const base of ['http://localhost:8000', 'http://localhost:8000/']) {
      const { client, asked } = clientWith(json(200, {}), base);
      await client.health();
      assert.equal(asked[0].address, 'http://localhost:8000/api/health');
    }
  });

  it('carry JSON and the tag of what they change, and nothing that would need a preflight otherwise', async () => {
    const { client, asked } = clientWith(json(200, {}));
    await client.changeTask('1', { title: 'x' }, '"tag"');
    await client.deleteTask('1', '"tag"');
    await client.health();
    assert.deepEqual(asked.map(({ method, body }) => [method, body]), [['PATCH', '{"title":"x"}'], ['DELETE', undefined], ['GET', undefined]]);
    assert.deepEqual(asked[0].headers, { Accept: 'application/json', 'Content-Type': 'application/json', 'If-Match': '"tag"' });
    assert.deepEqual(asked[1].headers, { Accept: 'application/json', 'If-Match': '"tag"' });
    assert.deepEqual(asked[2].headers, { Accept: 'application/json' });
  });

  it('resolve to null where there is no content, to text where it is a file', async () => {
    assert.equal(await clientWith(nothing).client.deleteRun('1'), null);
    assert.equal(await clientWith(() => new Response('a;b')).client.exportRun('1', 'csv'), 'a;b');
  });
});

describe('errors', () => {
  it('carry what the server said', async () => {
    const error = { code: 'validation_error', message: 'wrong', details: { n: 'must be a number' } };
    const { client, contacts } = clientWith(json(422, { error }));
    await assert.rejects(client.startRun({}), (thrown) => {
      assert.ok(thrown instanceof ApiError);
      const { status, code, message, details } = thrown;
      assert.deepEqual({ status, code, message, details }, { status: 422, ...error });
      return true;
    });
    assert.deepEqual(contacts, [true]);
  });

  it('know when to try again, if the server says so', async () => {
    const error = { code: 'busy', message: 'full' };
    await assert.rejects(clientWith(json(503, { error }, { 'Retry-After': '5' })).client.health(), { code: 'busy', retryAfterSeconds: 5 });
    await assert.rejects(clientWith(json(503, { error })).client.health(), { retryAfterSeconds: null });
  });

  it('of a proxy that speaks HTML, or JSON that is not ours, are named', async () => {
    for (const body of ['<h1>Bad gateway</h1>', 'null', '[]', '{"error":"text"}', '{"message":"x"}']) {
      const { client } = clientWith(() => new Response(body, { status: 502 }));
      await assert.rejects(client.health(), { code: 'unexpected_answer', status: 502 }, body);
    }
  });

  it('without an answer, or of one that breaks off, say so, and the page is told', async () => {
    const broken = { ok: true, status: 200, headers: new Headers(), arrayBuffer: () => Promise.reject(new TypeError('terminated')) };
    const refuse = () => {
      throw new TypeError('fetch failed');
    };
    for (const answer of [refuse, () => broken]) {
      const { client, contacts } = clientWith(answer);
      await assert.rejects(client.health(), { code: 'unreachable', status: 0 });
      assert.deepEqual(contacts, [false]);
    }
  });
});

describe('an event stream', () => {
  const pieces = (...texts) => () => new Response(new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  }), { headers: { 'X-Request-Id': 'r1' } });

  it('comes piece by piece and is one entry of the log', async () => {
    const { client, log } = clientWith(pieces('event: state\n', 'data: 1\n\n'));
    const heard = [];
    await client.runEvents('1', { onText: (text) => heard.push([text, log.entries()[0].state]) });
    assert.deepEqual(heard, [['event: state\n', 'live'], ['data: 1\n\n', 'live']]);
    const [{ state, bytes, requestId, responseBody }] = log.entries();
    assert.deepEqual([state, bytes, requestId, responseBody], ['done', 22, 'r1', 'event: state\ndata: 1\n\n']);
  });

  it('may have nothing to tell', async () => {
    await clientWith(nothing).client.runEvents('1', { onText: assert.fail });
  });

  it('that is refused is an error', async () => {
    const { client } = clientWith(json(404, { error: { code: 'not_found', message: 'no' } }));
    await assert.rejects(client.runEvents('1', { onText: assert.fail }), { status: 404 });
  });

  it('given up tells nothing about the server', async () => {
    const { client, contacts, log } = clientWith(() => {
      throw new DOMException('gone', 'AbortError');
    });
    await assert.rejects(client.runEvents('1', { onText: assert.fail }), { name: 'AbortError' });
    assert.deepEqual(contacts, []);
    assert.equal(log.entries()[0].reason, 'given up by the page');
  });
});
