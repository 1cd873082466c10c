// The data in its volume: what outlives what.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { api, docker, get, report, request, Stack } from './support.mjs';

const stack = new Stack();
const headers = { 'Content-Type': 'application/json' };

async function createTask(title) {
  const body = JSON.stringify({ title });
  const { status, json } = await request(api, 'POST', '/api/tasks', { headers: { ...headers, 'Content-Length': Buffer.byteLength(body) }, body });
  assert.equal(status, 201);
  return json.id;
}
const titles = async () => (await get(api, '/api/tasks')).json.tasks.map(({ title }) => title);

describe('tasks', () => {
  before(() => stack.up('api'));
  after(() => stack.down('-v'));

  it('survive "down" and "up"', async () => {
    await createTask('kept');
    await stack.down();
    await stack.up('api');
    assert.deepEqual(await titles(), ['kept']);
  });

  it('vanish with "down -v"', async () => {
    await stack.down('-v');
    await stack.up('api');
    assert.deepEqual(await titles(), []);
  });

  it('are whole after a container was killed while it wrote', async () => {
    const written = [];
    let ended = false;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; !ended; ++number) {
        const id = await createTask(`task ${writer}-${number}`).catch(() => null);
        if (id === null) return;
        written.push(id);
      }
    });
    while (written.length < 200) await new Promise((resolve) => setTimeout(resolve, 10));
    await docker('kill', '-s', 'KILL', await stack.container('api'));
    ended = true;
    await Promise.all(writers);

    await stack.up('api');
    const { json } = await get(api, '/api/tasks');
    const found = new Set(json.tasks.map(({ id }) => id));
    assert.deepEqual(written.filter((id) => !found.has(id)), [], 'answered with 201, and lost');
    report(`all ${written.length} tasks that were answered before the kill are there`);
    const python = await stack.exec('api', 'sh', '-c', 'ls -d /opt/gilscope/python/*/bin/python3.*[0-9] | head -n 1');
    const check = 'import sqlite3; print(sqlite3.connect("/data/gilscope.db").execute("pragma integrity_check").fetchone()[0])';
    assert.equal(await stack.exec('api', python, '-I', '-c', check), 'ok');
  });
});
