// /api/tasks: the contract, as tables.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { exchangeRaw, get, request, startServer, statusOf } from './support.mjs';
import { create, json, keptAlive, remove, send } from './tasks_support.mjs';

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  await server.stop();
});

const unknownId = '01950000-0000-7000-8000-000000000000';
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

function assertError(answer, status, code, details) {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.json.error.code, code);
  assert.equal(typeof answer.json.error.message, 'string');
  assert.deepEqual(Object.keys(answer.json.error.details ?? {}).sort(), details ?? [], answer.text);
}

async function clear() {
  const { tasks } = (await get(server, '/api/tasks')).json;
  for (const { id } of tasks) assert.equal((await remove(server, id)).status, 204);
}

describe('a task', () => {
  it('has everything in its order, with defaults', async () => {
    const answer = await send(server, 'POST', '/api/tasks', { title: ' \u3000 Grüße 😀\t' });
    assert.equal(answer.status, 201);
    const task = answer.json;
    const keys = ['id', 'title', 'description', 'status', 'priority', 'created_at', 'updated_at'];
    assert.deepEqual(Object.keys(task), keys);
    assert.match(task.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.ok(Math.abs(parseInt(task.id.replace('-', '').slice(0, 12), 16) - Date.now()) < 60_000);
    assert.match(task.created_at, timestamp);
    assert.ok(Math.abs(Date.parse(task.created_at) - Date.now()) < 60_000);
    const expected = { title: 'Grüße 😀', description: '', status: 'pending', priority: 'medium' };
    assert.deepEqual(task, { ...task, ...expected, updated_at: task.created_at });
    assert.equal(answer.headers.location, `/api/tasks/${task.id}`);
    assert.equal(answer.headers.etag, `"${task.updated_at}"`);

    const found = await get(server, answer.headers.location);
    assert.equal(found.status, 200);
    assert.equal(found.text, answer.text);
    assert.equal(found.headers.etag, answer.headers.etag);
    const head = await request(server, 'HEAD', answer.headers.location);
    assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', answer.headers.etag]);
  });

  it('keeps whatever text it is given, up to the limit', async () => {
    const given = { title: '€'.repeat(200), description: '😀'.repeat(10_000), status: 'done', priority: 'high' };
    const task = await create(server, given);
    assert.deepEqual((await get(server, `/api/tasks/${task.id}`)).json, { ...task, ...given });
    const odd = await create(server, { title: '<script>\'";--', description: '\u0001\u007f\u2028\\"\r\n\ufeff' });
    assert.equal((await get(server, `/api/tasks/${odd.id}`)).json.description, '\u0001\u007f\u2028\\"\r\n\ufeff');
  });

  it('changes what is said and no more, later each time', async () => {
    let task = await create(server);
    for (const change of [{ title: ' b ' }, { description: ' c ' }, { status: 'done' }, { priority: 'low', title: 'd' }, { title: 'd' }]) {
      const answer = await send(server, 'PATCH', `/api/tasks/${task.id}`, change);
      assert.equal(answer.status, 200);
      assert.ok(answer.json.updated_at > task.updated_at);
      const expected = { ...task, ...change, updated_at: answer.json.updated_at };
      if (change.title) expected.title = change.title.trim();
      assert.deepEqual(answer.json, expected);
      assert.equal(answer.headers.etag, `"${answer.json.updated_at}"`);
      assert.deepEqual((await get(server, `/api/tasks/${task.id}`)).json, expected);
      task = answer.json;
    }
  });

  it('is gone once deleted', async () => {
    const { id } = await create(server);
    const answer = await remove(server, id);
    assert.deepEqual([answer.status, answer.text, answer.headers['content-length']], [204, '', undefined]);
    assertError(await get(server, `/api/tasks/${id}`), 404, 'not_found');
    assertError(await remove(server, id), 404, 'not_found');
    assertError(await send(server, 'PATCH', `/api/tasks/${id}`, { title: 'b' }), 404, 'not_found');
  });
});

describe('what is no task is refused', () => {
  const good = { title: 'a' };
  const contents = [
    ['nothing in it', {}, ['title'], ['body']],
    ['an array', [], ['body'], ['body']],
    ['null', null, ['body'], ['body']],
    ['a text', '"title"', ['body'], ['body']],
    ['a number', 1, ['body'], ['body']],
    ['a title of white space', { title: '\u00a0\u2003\n' }, ['title']],
    ['a title of 201', { title: '😀'.repeat(201) }, ['title']],
    ['a title of null', { title: null }, ['title']],
    ['a title of another type', { title: ['a'] }, ['title']],
    ['U+0000', { title: 'a\u0000', description: '\u0000' }, ['description', 'title']],
    ['a description too long', { ...good, description: 'x'.repeat(10_001) }, ['description']],
    ['null all over', { ...good, description: null, status: null, priority: null }, ['description', 'priority', 'status']],
    ['unknown values', { ...good, status: 'DONE', priority: '' }, ['priority', 'status']],
    ['unknown fields', { ...good, Title: 'a', owner: 1 }, ['Title', 'owner']],
    ['fields of the server', { ...good, id: unknownId, created_at: 'x', updated_at: 'x' }, ['created_at', 'id', 'updated_at']],
    ['everything wrong at once', { title: '', description: 1, status: 2, priority: 3, x: 4 }, ['description', 'priority', 'status', 'title', 'x']],
  ];
  for (const [what, body, details, inPatch = details] of contents) {
    it(`422: ${what}`, async () => {
      const task = await create(server);
      assertError(await send(server, 'POST', '/api/tasks', body), 422, 'validation_error', details);
      assertError(await send(server, 'PATCH', `/api/tasks/${task.id}`, body), 422, 'validation_error', inPatch);
      assert.deepEqual((await get(server, `/api/tasks/${task.id}`)).json, task, 'it is as it was');
    });
  }

  const malformed = [
    ['nothing', ''],
    ['a form', 'title=a'],
    ['cut off', '{"title":"a"'],
    ['bytes behind it', '{"title":"a"}x'],
    ['a 0 behind it', '{"title":"a"}\u0000'],
    ['a byte order mark', '\ufeff{"title":"a"}'],
    ['a member twice', '{"title":"a","title":"b"}'],
    ['a member twice, written differently', '{"title":"a","t\\u0069tle":"b"}'],
    ['too deep', `{"title":${'['.repeat(16)}${']'.repeat(16)}}`],
    ['a number that overflows', '{"title":1e999}'],
    ['not a number', '{"title":NaN}'],
    ['a lone surrogate', '{"title":"\\ud83d"}'],
    ['invalid UTF-8', Buffer.from('7b227469746c65223a22c328227d', 'hex')],
    ['UTF-16', Buffer.from('{"title":"a"}', 'utf16le')],
    ['very deep', '['.repeat(1_000_000)],
  ];
  for (const [what, body] of malformed) {
    it(`400: ${what}`, async () => {
      const { id } = await create(server);
      assertError(await send(server, 'POST', '/api/tasks', body), 400, 'bad_request');
      assertError(await send(server, 'PATCH', `/api/tasks/${id}`, body), 400, 'bad_request');
    });
  }

  it('413: over 1 MiB; just below it is read', async () => {
    const padded = (size) => `{"title":"a"${' '.repeat(size - 13)}}`;
    assert.equal((await send(server, 'POST', '/api/tasks', padded(1_048_576))).status, 201);
    assertError(await send(server, 'POST', '/api/tasks', padded(1_048_577)), 413, 'payload_too_large');
  });

  it('415: another media type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      const answer = await send(server, 'POST', '/api/tasks', good, { 'Content-Type': type });
      assertError(answer, 415, 'unsupported_media_type');
    }
    const mixed = await send(server, 'POST', '/api/tasks', good, { 'Content-Type': 'Application/JSON; charset=utf-8' });
    assert.equal(mixed.status, 201);
  });
});

describe('an id', () => {
  const strange = [
    unknownId, '1', '%20', '..%2f..', 'null', unknownId.slice(1), `${unknownId}0`, `{${unknownId}}`, "' OR 1=1 --", '%00', '%ff', '%zz', 'a/b',
  ];
  it('that is none, or of no task, is 404 whatever else is wrong', async () => {
    for (const id of strange) {
      const target = `/api/tasks/${encodeURI(id).replaceAll('%25', '%')}?x=1`;
      assertError(await get(server, target), 404, 'not_found');
      assertError(await request(server, 'DELETE', target), 404, 'not_found');
      assertError(await send(server, 'PATCH', target, '{', { 'If-Match': '"x"' }), 404, 'not_found');
    }
  });

  it('counts as it is decoded, in its canonical form alone', async () => {
    const { id } = await create(server);
    assert.equal((await get(server, `/api/tasks/%30${id.slice(1)}`)).status, 200);
    assert.equal((await get(server, `/api/tasks/${id.toUpperCase()}`)).status, 404);
    assert.equal((await get(server, `/api/tasks/${id.replaceAll('-', '')}`)).status, 404);
    assert.equal((await get(server, `/api/tasks/${id}/`)).status, 404);
  });
});

describe('methods', () => {
  const table = [
    ['PUT', '/api/tasks', 405, 'GET, POST, OPTIONS'],
    ['PATCH', '/api/tasks', 405, 'GET, POST, OPTIONS'],
    ['DELETE', '/api/tasks/', 405, 'GET, POST, OPTIONS'],
    ['POST', `/api/tasks/${unknownId}`, 405, 'GET, PATCH, DELETE, OPTIONS'],
    ['PUT', `/api/tasks/${unknownId}`, 405, 'GET, PATCH, DELETE, OPTIONS'],
    ['OPTIONS', '/api/tasks/', 204, 'GET, POST, OPTIONS'],
    ['OPTIONS', `/api/tasks/${unknownId}`, 204, 'GET, PATCH, DELETE, OPTIONS'],
  ];
  for (const [method, target, status, allow] of table) {
    it(`${method} ${target} is ${status}`, async () => {
      const answer = await request(server, method, target, { headers: { 'Content-Length': 0 } });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.allow, allow);
    });
  }

  it('the collection has a second name, with a slash', async () => {
    const made = await send(server, 'POST', '/api/tasks/', { title: 'slash' });
    assert.equal(made.status, 201);
    assert.equal(made.headers.location, `/api/tasks/${made.json.id}`);
    assert.deepEqual((await get(server, '/api/tasks/?limit=1')).json.tasks, [made.json]);
  });

  it('no page of another site may write', async () => {
    const { id } = await create(server);
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.example' };
    assertError(await send(server, 'POST', '/api/tasks', { title: 'a' }, headers), 403, 'forbidden_origin');
    assertError(await send(server, 'PATCH', `/api/tasks/${id}`, { title: 'b' }, headers), 403, 'forbidden_origin');
    assertError(await remove(server, id, headers), 403, 'forbidden_origin');
  });
});

describe('conditions', () => {
  let task;
  let tag;
  before(async () => {
    task = await create(server);
    tag = `"${task.updated_at}"`;
  });

  const failing = ['"old"', 'W/"$"', '"old", W/"$"', '$', '', "'$'", '"*"'];
  const holding = ['"$"', '*', '"old", "$"', ' "old" ,W/"x","$"'];
  const filled = (list) => list.map((text) => text.replace('$', task.updated_at));

  it('If-Match that fails: 412 and no change, before the content is looked at, after the JSON is', async () => {
    const target = `/api/tasks/${task.id}`;
    for (const condition of filled(failing)) {
      const headers = { 'If-Match': condition };
      assertError(await send(server, 'PATCH', target, { title: 'b' }, headers), 412, 'precondition_failed');
      assertError(await send(server, 'PATCH', `${target}?x=1`, { title: '' }, headers), 412, 'precondition_failed');
      assertError(await send(server, 'PATCH', target, '{', headers), 400, 'bad_request');
      assertError(await remove(server, task.id, headers), 412, 'precondition_failed');
    }
    assert.deepEqual((await get(server, target)).json, task);
  });

  it('If-Match that holds: done, with the tag of the new version', async () => {
    for (const condition of holding) {
      const { id, updated_at: version } = await create(server);
      const headers = { 'If-Match': condition.replace('$', version) };
      const changed = await send(server, 'PATCH', `/api/tasks/${id}`, { title: 'b' }, headers);
      assert.equal(changed.status, 200);
      const old = await send(server, 'PATCH', `/api/tasks/${id}`, { title: 'c' }, { 'If-Match': `"${version}"` });
      assert.equal(old.status, 412);
      const current = { 'If-Match': condition.replace('$', changed.json.updated_at) };
      assert.equal((await remove(server, id, current)).status, 204);
    }
  });

  it('If-None-Match: 304 without a body while nothing has changed', async () => {
    for (const condition of [tag, `W/${tag}`, `"old", ${tag}`, '*']) {
      const answer = await get(server, `/api/tasks/${task.id}`, { headers: { 'If-None-Match': condition } });
      assert.deepEqual([answer.status, answer.text, answer.headers.etag], [304, '', tag], condition);
      assert.equal(answer.headers['content-type'], undefined);
    }
    for (const condition of ['"old"', task.updated_at]) {
      const answer = await get(server, `/api/tasks/${task.id}`, { headers: { 'If-None-Match': condition } });
      assert.deepEqual([answer.status, answer.json], [200, task], condition);
    }
  });

  it('two lines of one header are one list', async () => {
    const lines = `Host: ${server.host}\r\nIf-None-Match: "old"\r\nIf-None-Match: ${tag}\r\nConnection: close`;
    assert.equal(statusOf(await exchangeRaw(server, `GET /api/tasks/${task.id} HTTP/1.1\r\n${lines}\r\n\r\n`)), 304);
  });

  it('of many that change one version at once, one succeeds', async () => {
    const fresh = await create(server);
    const headers = { 'If-Match': `"${fresh.updated_at}"` };
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) =>
      send(server, 'PATCH', `/api/tasks/${fresh.id}`, { title: `${i}` }, headers)));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array(11).fill(412)]);
  });
});

describe('the list', () => {
  const made = [];
  before(async () => {
    await clear();
    for (let i = 0; i < 7; i += 1) made.unshift(await create(server, { title: `${i}`, status: i % 2 ? 'done' : 'pending' }));
  });

  it('is newest first, whole without a limit', async () => {
    const answer = await get(server, '/api/tasks');
    assert.deepEqual([answer.status, answer.json, answer.headers.link], [200, { tasks: made }, undefined]);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    const head = await request(server, 'HEAD', '/api/tasks');
    assert.deepEqual([head.status, head.text], [200, '']);
  });

  it('of one status', async () => {
    for (const status of ['pending', 'in_progress', 'done']) {
      const { tasks } = (await get(server, `/api/tasks?status=${status}`)).json;
      assert.deepEqual(tasks, made.filter((task) => task.status === status));
    }
  });

  async function pages(first) {
    const found = [];
    for (let target = first; target; ) {
      const { json: page, headers } = await get(server, target);
      found.push(page.tasks.map(({ title }) => title));
      target = headers.link?.match(/^<(\/api\/tasks\?[^>]*)>; rel="next"$/)[1];
    }
    return found;
  }

  it('page by page, with a link to the next one while there is more', async () => {
    assert.deepEqual(await pages('/api/tasks?limit=3'), [['6', '5', '4'], ['3', '2', '1'], ['0']]);
    assert.deepEqual(await pages('/api/tasks?limit=2&status=done'), [['5', '3'], ['1']]);
    assert.deepEqual(await pages('/api/tasks?limit=7'), [['6', '5', '4', '3', '2', '1', '0']]);
    assert.deepEqual(await pages(`/api/tasks?limit=2&cursor=${made[4].id}`), [['1', '0']]);
    assert.deepEqual(await pages(`/api/tasks?cursor=${made[4].id}`), [['1', '0']]);
    assert.deepEqual(await pages(`/api/tasks?limit=2&cursor=${unknownId}`), [[]]);
  });

  it('goes on behind a task that was deleted meanwhile', async () => {
    const doomed = await create(server, { title: 'doomed' });
    assert.equal((await remove(server, doomed.id)).status, 204);
    assert.deepEqual((await get(server, `/api/tasks?limit=1&cursor=${doomed.id}`)).json.tasks, [made[0]]);
  });

  const refused = [
    ['limit=0', 'limit'], ['limit=1001', 'limit'], ['limit=-1', 'limit'], ['limit=', 'limit'], ['limit=1.0', 'limit'],
    ['limit=99999999999999999999', 'limit'], ['limit', 'limit'], ['limit=1&limit=1', 'limit'], ['status=DONE', 'status'],
    ['status=', 'status'], ['status=done&status=pending', 'status'], ['cursor=1', 'cursor'], ['cursor=', 'cursor'],
    [`cursor=${unknownId.toUpperCase().replace('0', 'A')}`, 'cursor'], ['q=a', 'q'], ['LIMIT=1', 'LIMIT'], ['status=%zz', 'status'], ['%zz=1', 'query'],
    ['limit=0&status=x&cursor=y&q=1', 'cursor', 'limit', 'q', 'status'],
  ];
  for (const [query, ...details] of refused) {
    it(`422: ?${query}`, async () => {
      assertError(await get(server, `/api/tasks?${query}`), 422, 'validation_error', details);
    });
  }

  it('other routes have no parameters', async () => {
    const target = `/api/tasks/${made[0].id}?limit=1`;
    assertError(await get(server, target), 422, 'validation_error', ['limit']);
    assertError(await send(server, 'PATCH', target, { title: 'a' }), 422, 'validation_error', ['limit']);
    assertError(await request(server, 'DELETE', target), 422, 'validation_error', ['limit']);
    assertError(await send(server, 'POST', '/api/tasks?limit=1', { title: 'a' }), 422, 'validation_error', ['limit']);
    assertError(await send(server, 'POST', '/api/tasks?limit=1', '{'), 400, 'bad_request');
  });

  it('of many is streamed whole, each task once, while others come and go', async () => {
    const { post, close } = keptAlive(server, 4);
    const description = 'x'.repeat(2000);
    const before = await Promise.all(Array.from({ length: 300 }, (_, i) => post({ title: `many ${i}`, description })));
    const listing = get(server, '/api/tasks');
    await Promise.all(Array.from({ length: 20 }, () => post({ title: 'meanwhile' })));
    const answer = await listing;
    assert.equal(answer.headers['transfer-encoding'], 'chunked');
    const ids = answer.json.tasks.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(ids, [...ids].sort().reverse());
    for (const { json: task } of before) assert.ok(ids.includes(task.id));
    const head = await request(server, 'HEAD', '/api/tasks');
    assert.deepEqual([head.status, head.text], [200, '']);
    const again = await get(server, '/api/tasks?status=pending');
    assert.equal(again.json.tasks.length, 4 + 300 + 20);
    close();
  });
});

describe('identifiers and times', () => {
  it('rise in the order in which answers came, for those who wait for each', async () => {
    const tasks = [];
    for (let i = 0; i < 20; i += 1) tasks.push(await create(server));
    for (const key of ['id', 'created_at']) {
      const values = tasks.map((task) => task[key]);
      assert.deepEqual(values, [...values].sort());
      assert.equal(new Set(values).size, values.length);
    }
  });
});

describe('pages of other origins', () => {
  it('the configured one reads ETag and Location', async () => {
    const headers = { ...json, Origin: 'http://localhost:5500' };
    const answer = await send(server, 'POST', '/api/tasks', { title: 'a' }, headers);
    assert.equal(answer.status, 201);
    const exposed = answer.headers['access-control-expose-headers'].split(', ');
    for (const name of ['ETag', 'Location']) assert.ok(exposed.includes(name));
  });
});
