import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { ApiError, createClient } from '../../../frontend/js/api.js';

/** A client whose server answers as told; `asked` lists the addresses, `contacts` what the page is told. */
function clientWith(answer) {
  const asked = [];
  const contacts = [];
  const fetchFunction = async (address, options) => {
    asked.push(address);
    return answer(options);
  };
  return { asked, contacts, client: createClient({ fetchFunction, onContact: (reached) => contacts.push(reached) }) };
}

const json = (status, body, headers = {}) => () => new Response(JSON.stringify(body), { status, headers });

describe('requests', () => {
  it('are relative, so that a path prefix works', async () => {
    const { client, asked, contacts } = clientWith(json(200, { status: 'ok' }));
    assert.deepEqual(await client.health(), { status: 'ok' });
    await client.machine();
    await client.benchmark({ task: 'cpu', n: '10000' });
    assert.deepEqual(asked, ['api/health', 'api/machine', 'api/benchmark?task=cpu&n=10000']);
    assert.deepEqual(contacts, [true, true, true]);
  });

  it('hand over the signal', async () => {
    const { signal } = new AbortController();
    let seen;
    const { client } = clientWith((options) => {
      seen = options.signal;
      return Response.json({});
    });
    await client.benchmark({}, signal);
    assert.equal(seen, signal);
  });
});

describe('errors', () => {
  it('carry what the server said', async () => {
    const error = { code: 'validation_error', message: 'wrong', details: { n: 'must be a number' } };
    const { client, contacts } = clientWith(json(422, { error }));
    await assert.rejects(client.benchmark({}), (thrown) => {
      assert.ok(thrown instanceof ApiError);
      const { status, code, message, details } = thrown;
      assert.deepEqual({ status, code, message, details }, { status: 422, ...error });
      return true;
    });
    assert.deepEqual(contacts, [true]);
  });

  it('know when to try again', async () => {
    const { client } = clientWith(json(503, { error: { code: 'busy', message: 'full' } }, { 'Retry-After': '5' }));
    await assert.rejects(client.benchmark({}), { code: 'busy', retryAfterSeconds: 5, details: {} });
  });

  it('without Retry-After have no such time', async () => {
    const { client } = clientWith(json(500, { error: { code: 'internal_error', message: 'no' } }));
    await assert.rejects(client.health(), { retryAfterSeconds: null });
  });

  it('of a proxy that speaks HTML are named', async () => {
    const { client } = clientWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await assert.rejects(client.health(), { code: 'unexpected_answer', status: 502 });
  });

  it('of JSON that is not ours are named too', async () => {
    for (const body of [null, [], { error: 'text' }, { message: 'x' }]) {
      const { client } = clientWith(json(502, body));
      await assert.rejects(client.health(), { code: 'unexpected_answer' });
    }
  });

  it('without an answer say so, and the page is told', async () => {
    const { client, contacts } = clientWith(() => {
      throw new TypeError('fetch failed');
    });
    await assert.rejects(client.health(), { code: 'unreachable', status: 0 });
    assert.deepEqual(contacts, [false]);
  });

  it('of an answer that breaks off count as no answer', async () => {
    const { client } = clientWith(() => ({ ok: true, status: 200, json: () => Promise.reject(new TypeError('terminated')) }));
    await assert.rejects(client.health(), { code: 'unreachable' });
  });

  it('are not made of a request that was given up', async () => {
    const { client, contacts } = clientWith(() => {
      throw new DOMException('gone', 'AbortError');
    });
    await assert.rejects(client.benchmark({}), { name: 'AbortError' });
    assert.deepEqual(contacts, [], 'it tells nothing about the server');
  });
});
