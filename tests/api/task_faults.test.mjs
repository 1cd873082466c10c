// What was answered is kept, whatever happens to the server, its disk and its file.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';

import { temporaryDirectory, waitFor } from './command.mjs';
import { get, program, sleep, startServer } from './support.mjs';
import { create, keptAlive, remove, send } from './tasks_support.mjs';

const directory = temporaryDirectory();
const running = new Set();
let files = 0;

const newFile = () => path.join(directory, `${(files += 1)}.db`);

async function serve(file, ...options) {
  const server = await startServer('--db', file, '--log-level', 'error', ...options);
  running.add(server);
  return server;
}

async function stop(server, signal) {
  running.delete(server);
  return server.stop(signal);
}

afterEach(async () => {
  for (const server of running) await stop(server, 'SIGKILL');
});

const listed = async (server) => (await get(server, '/api/tasks')).json.tasks;

/** The first answer that isn't 201, of tasks created one after the other. */
async function createUntilRefused(server, task) {
  for (let count = 0; count < 2000; count += 1) {
    const answer = await send(server, 'POST', '/api/tasks', task);
    if (answer.status !== 201) return answer;
  }
  assert.fail('it was never refused');
}

function assertError(answer, status, code, message) {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.json.error.code, code);
  assert.match(answer.json.error.message, message);
  assert.ok(!answer.text.includes(directory), 'an answer names no path of this machine');
}

describe('a server that is killed', () => {
  it('keeps what it answered: kill -9 amid 16 writers, 50 times', async () => {
    const file = newFile();
    const answered = new Map();
    let newest = '';
    for (let round = 0; round < 50; round += 1) {
      const server = await serve(file);
      const found = new Map((await listed(server)).map((task) => [task.id, task]));
      for (const [id, task] of answered) assert.deepEqual(found.get(id), task, `round ${round}`);
      for (const id of found.keys()) newest = id > newest ? id : newest;
      answered.clear();
      const { post, close } = keptAlive(server, 16);
      const write = async (writer) => {
        for (let count = 0; ; count += 1) {
          const { status, json: task } = await post({ title: `${round} ${writer} ${count}`, description: 'x'.repeat(count * 50) });
          assert.equal(status, 201);
          assert.ok(task.id > newest, 'a new task sorts after all that were there before');
          answered.set(task.id, task);
        }
      };
      const writers = Promise.allSettled(Array.from({ length: 16 }, (_, writer) => write(writer)));
      await waitFor(() => answered.size >= 16, 'answers');
      await sleep(Math.random() * 60);
      await stop(server, 'SIGKILL');
      for (const { reason } of await writers) assert.ok(!(reason instanceof assert.AssertionError), reason);
      close();
    }
  });

  it('keeps everything over a stop and a start', async () => {
    const file = newFile();
    const first = await serve(file);
    const task = await create(first, { title: 'kept' });
    assert.equal((await stop(first)).code, 0);
    const second = await serve(file);
    assert.deepEqual(await listed(second), [task]);
    assert.ok((await create(second)).id > task.id);
  });
});

describe('two servers on one file', () => {
  it('see at once what the other has done, and lose nothing', async () => {
    const file = newFile();
    const servers = [await serve(file), await serve(file)];
    const tasks = [];
    for (let i = 0; i < 10; i += 1) {
      const task = await create(servers[i % 2]);
      tasks.unshift(task);
      assert.deepEqual((await get(servers[(i + 1) % 2], `/api/tasks/${task.id}`)).json, task);
    }
    assert.deepEqual(await listed(servers[0]), tasks);
    assert.deepEqual(await listed(servers[1]), tasks);

    const clients = servers.map((server) => keptAlive(server, 4));
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => clients[i % 2].post({ title: `${i}` })));
    assert.ok(answers.every(({ status }) => status === 201));
    assert.equal((await listed(servers[0])).length, 110);
    for (const { close } of clients) close();

    const changed = await send(servers[1], 'PATCH', `/api/tasks/${tasks[0].id}`, { title: 'b' });
    const stale = { 'If-Match': `"${tasks[0].updated_at}"` };
    assert.equal((await send(servers[0], 'PATCH', `/api/tasks/${tasks[0].id}`, { title: 'c' }, stale)).status, 412);
    assert.deepEqual((await get(servers[0], `/api/tasks/${tasks[0].id}`)).json, changed.json);
  });

  it('503 once another program has held the file for 2 s; reading goes on', async () => {
    const file = newFile();
    const server = await serve(file);
    const task = await create(server);
    const holder = spawn('sqlite3', [file], { stdio: ['pipe', 'pipe', 'inherit'] });
    holder.stdin.write("BEGIN IMMEDIATE; SELECT 'held';\n");
    await once(holder.stdout, 'data');
    const begun = performance.now();
    const refused = [send(server, 'POST', '/api/tasks', { title: 'a' }), remove(server, task.id)];
    assert.deepEqual(await listed(server), [task]);
    for (const answer of await Promise.all(refused)) {
      assertError(answer, 503, 'store_busy', /another process/);
      assert.match(answer.headers['retry-after'], /^\d+$/);
    }
    assert.ok(performance.now() - begun > 1900);
    holder.stdin.end('ROLLBACK;\n');
    await once(holder, 'exit');
    await create(server);
  });
});

describe('a disk without room', () => {
  it('507, and what was there before stays and can be read, changed and added to once there is room', async () => {
    const file = newFile();
    const limited = spawn('bash', ['-c', 'ulimit -f 400; exec "$0" "$@"', program, 'serve', '--port', '0', '--db', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(limited, 'exit');
    let said = '';
    limited.stderr.setEncoding('utf8').on('data', (text) => (said += text));
    await waitFor(() => /127\.0\.0\.1:\d+/.test(said), 'the greeting');
    const server = { port: Number(said.match(/127\.0\.0\.1:(\d+)/)[1]) };
    const first = await create(server);
    const answer = await createUntilRefused(server, { title: 'a', description: 'x'.repeat(5000) });
    assertError(answer, 507, 'storage_full', /no room/);
    const kept = await listed(server);
    assert.ok(kept.length > 10);
    assert.deepEqual(kept.at(-1), first);
    assert.equal((await get(server, '/api/health')).status, 200);
    limited.kill('SIGTERM');
    await ended;
    const roomy = await serve(file);
    assert.deepEqual(await listed(roomy), kept);
    assert.equal((await send(roomy, 'PATCH', `/api/tasks/${first.id}`, { title: 'b' })).status, 200);
    await create(roomy);
  });
});

describe('a file that is taken away', () => {
  it('500 with a sentence, for reading and writing, until it is back', async () => {
    const file = newFile();
    const server = await serve(file);
    const task = await create(server);
    renameSync(file, `${file}.away`);
    for (const replaced of [false, true]) {
      if (replaced) copyFileSync(`${file}.away`, file);
      assertError(await send(server, 'POST', '/api/tasks', { title: 'a' }), 500, 'internal_error', /removed or replaced/);
      assertError(await get(server, `/api/tasks/${task.id}`), 500, 'internal_error', /removed or replaced/);
      assertError(await get(server, '/api/tasks'), 500, 'internal_error', /removed or replaced/);
      assert.equal((await get(server, '/api/health')).status, 200);
    }
    renameSync(`${file}.away`, file);
    assert.deepEqual(await listed(server), [task]);
    await create(server);
  });
});
