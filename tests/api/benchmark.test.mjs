// GET /api/benchmark against a real server with real engines: its answer, its queue, and the ends that it may come to.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, afterEach, before, describe, it } from 'node:test';

import { assertNothingLeft, endEverything, processes, waitForEngines } from './command.mjs';
import { RawConnection, get, request, startServer } from './support.mjs';

const modes = ['sequential', 'threads', 'interpreters', 'processes'];
const quick = '/api/benchmark?n=10000&workers=2&repeats=1&modes=sequential';
/** Would take minutes: for those who end it. */
const long = '/api/benchmark?n=5000000&workers=2&repeats=1&modes=sequential';

after(endEverything);

/** Sends a request whose answer nobody waits for; close() hangs up. */
async function hangingRequest(server, target) {
  const connection = await RawConnection.open(server);
  connection.send(`GET ${target} HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`);
  return connection;
}

/** Reads all workloads first, so that every engine that is seen later belongs to a benchmark. */
async function warmServer(...options) {
  const server = await startServer('--log-level', 'warning', ...options);
  await get(server, '/api/workloads');
  return server;
}

/** A server for the tests of one group. */
function serverFor(...options) {
  const holder = {};
  before(async () => Object.assign(holder, await warmServer(...options)));
  after(async () => {
    if (holder.stop) await holder.stop('SIGKILL');
  });
  return holder;
}

/** A server for one test, however that ends. */
async function serverOf(test, ...options) {
  const server = await warmServer(...options);
  test.after(() => server.stop('SIGKILL'));
  return server;
}

function assertDetail(detail, checksum) {
  const name = `${detail.interpreter} ${detail.mode}`;
  assert.equal(detail.checksum, checksum, name);
  assert.equal(detail.gil_enabled, detail.build === 'gil', name);
  assert.ok(detail.run_ms.best > 0 && detail.run_ms.best <= detail.run_ms.median, name);
  assert.ok(detail.speedup.value > 0, name);
  assert.deepEqual([detail.speedup.low, detail.speedup.high], [null, null], 'one block has no interval');
  for (const key of ['setup_ms', 'cores_used', 'memory_mib']) {
    assert.equal(typeof detail[key], 'number', `${name} ${key}`);
  }
  assert.ok(Array.isArray(detail.warnings));
}

describe('the answer', () => {
  const server = serverFor();

  it('cpu: 9592 primes from every mode of both builds', async () => {
    const { status, json } = await get(server, '/api/benchmark?workers=2&n=100000&build=all&repeats=1');
    assert.equal(status, 200);
    const keys = ['gil_enabled', 'workers', 'task', 'checksum', 'results_ms', 'n', 'details'];
    assert.deepEqual(Object.keys(json).slice(0, keys.length), keys);
    assert.deepEqual(
      [json.gil_enabled, json.workers, json.task, json.checksum, json.n],
      [true, 2, 'cpu', 9592, 100_000],
    );
    assert.deepEqual(Object.keys(json.results_ms), modes);
    assert.ok(Object.values(json.results_ms).every((ms) => ms > 0));
    const cells = json.details.map(({ build, mode }) => `${build} ${mode}`);
    assert.deepEqual(cells, ['gil', 'ft'].flatMap((build) => modes.map((mode) => `${build} ${mode}`)));
    json.details.forEach((detail) => assertDetail(detail, 9592));
    assert.deepEqual(json.verdicts.map(({ kind }) => kind), ['inconclusive', 'inconclusive']);
  });

  it('io: as many round trips as workers', async () => {
    const { status, json } = await get(server, '/api/benchmark?task=io&workers=4&delay_ms=1&repeats=1');
    assert.equal(status, 200);
    assert.equal(json.task, 'io');
    assert.equal(json.checksum, 4);
    assert.equal(json.delay_ms, 1);
    assert.equal('n' in json, false);
    assert.deepEqual(json.details.map(({ mode }) => mode), modes);
    json.details.forEach((detail) => assertDetail(detail, 4));
  });

  it('results_ms is null for a mode that was not asked for, the build as asked for', async () => {
    const { json } = await get(server, `${quick},threads&build=ft`);
    assert.equal(json.gil_enabled, false);
    assert.equal(json.results_ms.processes, null);
    assert.deepEqual(json.details.map(({ build, mode }) => `${build} ${mode}`), ['ft sequential', 'ft threads']);
    await assertNothingLeft(server.pid);
  });

  it('every wrong field is named at once, before anything runs', async () => {
    const target = '/api/benchmark?task=disk&workers=65&n=1&build=jit&modes=magic&repeats=0&x=1';
    const { status, json } = await get(server, target);
    assert.equal(status, 422);
    assert.equal(json.error.code, 'validation_error');
    const fields = ['build', 'modes', 'n', 'repeats', 'task', 'workers', 'x'];
    assert.deepEqual(Object.keys(json.error.details).sort(), fields);
    assert.deepEqual(processes(server.pid), []);
  });

  it('HEAD is 405', async () => {
    const { status, headers, text } = await request(server, 'HEAD', quick);
    assert.equal(status, 405);
    assert.match(headers.allow, /GET/);
    assert.equal(text, '');
  });
});

describe('the queue', () => {
  const server = serverFor('--queue', '1');
  const open = [];
  const hanging = async (target) => {
    const connection = await hangingRequest(server, target);
    open.push(connection);
    return connection;
  };
  afterEach(async () => {
    for (const connection of open.splice(0)) connection.close();
    await assertNothingLeft(server.pid);
  });

  it('two at once: one waits, both succeed', async () => {
    const answers = await Promise.all([get(server, quick), get(server, `${quick}&build=ft`)]);
    assert.deepEqual(answers.map(({ status, json }) => [status, json.checksum]), [[200, 1229], [200, 1229]]);
    assert.deepEqual(answers.map(({ json }) => json.gil_enabled), [true, false]);
    assert.deepEqual((await get(server, '/api/runs')).json, { runs: [] }, 'a benchmark is not saved');
  });

  it('health and lists answer while a benchmark runs', async () => {
    await hanging(long);
    await waitForEngines(server.pid);
    for (const target of ['/api/health', '/api/interpreters', '/api/workloads', '/api/machine', '/api/slow?ms=1']) {
      assert.equal((await get(server, target)).status, 200, target);
    }
  });

  it('a client that hangs up in mid-run is cancelled, and the next benchmark works', async () => {
    const client = await hanging(long);
    await waitForEngines(server.pid);
    client.close();
    await assertNothingLeft(server.pid);
    assert.equal((await get(server, quick)).json.checksum, 1229);
  });

  it('full: 503 with Retry-After; a caller that hangs up in the queue gives its place to another', async () => {
    const first = await hanging(long);
    await waitForEngines(server.pid);
    const queued = await hanging(long);
    const full = await untilFull();
    assert.equal(full.json.error.code, 'busy');
    assert.match(full.headers['retry-after'], /^[1-9]\d*$/);

    queued.close();
    const { answer } = await untilQueued();
    first.close();
    assert.equal((await answer).json.checksum, 1229);
  });

  /** The place in the queue is taken a moment after the request was sent. */
  async function untilFull() {
    for (;;) {
      const answer = await Promise.race([get(server, quick), sleep(500)]);
      if (answer?.status === 503) return answer;
    }
  }

  /** And is free a moment after the hang-up: asks until it is not refused at once. */
  async function untilQueued() {
    for (let attempt = 0; attempt < 50; ++attempt) {
      const answer = get(server, quick);
      if ((await Promise.race([answer, sleep(500)])) === undefined) return { answer }; // bare, it would be awaited
      await sleep(50);
    }
    throw new Error('the place of a caller that hung up stays taken');
  }

  it('a queue of none refuses whoever would have to wait', async (test) => {
    const strict = await serverOf(test, '--queue', '0');
    const client = await hangingRequest(strict, long);
    await waitForEngines(server.pid, strict.pid);
    const { status, json, headers } = await get(strict, quick);
    client.close();
    assert.deepEqual([status, json.error.code], [503, 'busy']);
    assert.ok(headers['retry-after']);
    // The turn is given back a moment after the hang-up.
    let next = await get(strict, quick);
    for (let attempt = 0; next.status === 503 && attempt < 50; ++attempt) {
      await sleep(100);
      next = await get(strict, quick);
    }
    assert.equal(next.status, 200);
    await strict.stop();
  });
});

describe('the end', () => {
  it('the deadline: 504 with what was measured, be it nothing', async (test) => {
    const server = await serverOf(test, '--benchmark-limit', '500ms');
    const { status, json } = await get(server, '/api/benchmark?build=all');
    assert.equal(status, 504);
    assert.equal(json.error.code, 'deadline');
    const { measured } = json.error.details;
    assert.deepEqual([measured.task, measured.n, measured.workers], ['cpu', 200_000, 4], 'the defaults');
    assert.equal(measured.details.length, 8);
    assert.ok(measured.details.every((detail) => detail.run_ms === null && detail.speedup === null));
    assert.deepEqual(Object.values(measured.results_ms), [null, null, null, null]);
    const waiting = (await get(server, '/api/benchmark?task=io&repeats=20')).json;
    assert.equal(waiting.error.details.measured.delay_ms, 50, 'the default');
    await assertNothingLeft(server.pid);
  });

  it('the deadline: the blocks until then', async (test) => {
    const server = await serverOf(test, '--benchmark-limit', '8s');
    const { status, json } = await get(server, '/api/benchmark?task=io&delay_ms=1&workers=2&modes=sequential&repeats=20');
    // What else runs may disturb so many blocks that it gives up first, or that none counts.
    const measured = status === 504 ? json.error.details.measured : json;
    const { counted, disturbed } = measured.blocks;
    assert.ok(status === 504 ? counted + disturbed >= 1 : disturbed >= 4, `${status}: ${counted} counted, ${disturbed} disturbed`);
    assert.equal(measured.results_ms.sequential > 0, counted > 0);
    assert.equal(measured.details[0].checksum, 2);
  });

  it('SIGTERM in mid-run: 503 shutting_down, exit 0 soon', async (test) => {
    const server = await serverOf(test);
    const answer = get(server, long);
    await waitForEngines(server.pid);
    const { code, ms } = await server.stop('SIGTERM');
    assert.equal(code, 0);
    assert.ok(ms < 5_000, `${ms} ms: the contract says 2 s, on a machine that isn't busy`);
    const { status, json, headers } = await answer;
    assert.deepEqual([status, json.error.code], [503, 'shutting_down']);
    assert.ok(headers['retry-after']);
    await assertNothingLeft();
  });

  it('SIGKILL in mid-run: no engine survives', async (test) => {
    const server = await serverOf(test);
    const client = await hangingRequest(server, `${long},processes`);
    await waitForEngines(server.pid);
    await server.stop('SIGKILL');
    client.close();
    await assertNothingLeft();
  });
});
