// Each stack of its own, as most people will start it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { api, docker, get, processesOf, report, sleep, Stack, startBrowser, tryDocker, waitUntil, web } from './support.mjs';

const longestStartMs = 3_000;
const longestStopMs = 2_000;
const services = ['api', 'web'];

/** Runs in the page: what a script of the page's own origin gets from the API. */
const benchmarkFromPage = (address) => fetch(address).then(async (answer) => ({ status: answer.status, body: await answer.json() }));

for (const { name, files, gilEnabled } of [
  { name: 'the stack with a GIL', files: [], gilEnabled: true },
  { name: 'the free-threaded stack', files: ['compose.ft.yaml'], gilEnabled: false },
]) {
  describe(name, () => {
    const stack = new Stack(...files);
    let startMs;
    before(async () => {
      startMs = await stack.up();
    });
    after(() => stack.down('-v'));

    it(`is healthy within ${longestStartMs} ms of "up"`, () => {
      report(`${name}: from "up" to healthy in ${startMs.toFixed(0)} ms`);
      assert.ok(startMs <= longestStartMs, `${startMs.toFixed(0)} ms`);
    });

    it('says which interpreter is its default', async () => {
      const { status, json } = await get(api, '/api/health');
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(json), ['status', 'gil_enabled', 'python']);
      assert.equal(json.status, 'ok');
      assert.equal(json.gil_enabled, gilEnabled);
    });

    it('holds both engines', async () => {
      const { json } = await get(api, '/api/interpreters');
      assert.deepEqual(json.interpreters.map(({ build }) => build), ['gil', 'ft']);
    });

    it('has a root file system that can only be read', async () => {
      for (const service of services) {
        assert.equal(await stack.inspect(service, '.HostConfig.ReadonlyRootfs'), true);
        const written = await tryDocker('exec', await stack.container(service), 'touch', '/opt/gilscope/written');
        assert.match(written.stderr, /Read-only file system/);
      }
    });

    it('serves the page from both ports', async () => {
      for (const server of [api, web]) {
        const { status, text } = await get(server, '/', { headers: { Host: server.host } });
        assert.equal(status, 200);
        assert.match(text, /<title>Gilscope<\/title>/);
      }
    });

    it('measures for a page of another origin, in a real browser', async () => {
      const browser = await startBrowser();
      try {
        const page = await browser.newPage();
        await page.goto(`http://${web.host}/`);
        for (const query of ['task=cpu&n=20000&workers=2&build=all&repeats=1', 'task=io&workers=4&delay_ms=10&build=all&repeats=1']) {
          const running = page.evaluate(benchmarkFromPage, `http://${api.host}/api/benchmark?${query}`);
          await waitUntil(async () => (await processesOf(await stack.container('api'))).some(({ command }) => /gilscope-engine/.test(command)), 'an engine', 20_000);
          assert.deepEqual(await rootProcesses(stack), [], 'with engines at work');
          const { status, body } = await running;
          assert.equal(status, 200, JSON.stringify(body));
          assert.equal(body.gil_enabled, gilEnabled);
          assert.deepEqual(Object.keys(body.results_ms), ['sequential', 'threads', 'interpreters', 'processes']);
          assert.ok(Object.values(body.results_ms).every((ms) => ms > 0), JSON.stringify(body.results_ms));
          assert.equal(body.details.length, 8);
        }
      } finally {
        await browser.close();
      }
    });

    it('refuses none of 200 connections at once', async () => {
      const begun = performance.now();
      const answers = await Promise.all(Array.from({ length: 200 }, () => get(api, '/api/slow?ms=200').then(({ status }) => status, (error) => error.code)));
      report(`${name}: 200 connections to /api/slow?ms=200 answered in ${(performance.now() - begun).toFixed(0)} ms`);
      assert.deepEqual([...new Set(answers)], [200]);
    });

    it('stays healthy while its health check watches from inside', async () => {
      for (const service of services) {
        const before = await stack.inspect(service, '.State.Health');
        await sleep(2_000);
        const { Status, FailingStreak, Log } = await stack.inspect(service, '.State.Health');
        assert.equal(Status, 'healthy');
        assert.equal(FailingStreak, 0);
        assert.deepEqual(Log, before.Log, 'one look that stays is enough');
      }
      assert.deepEqual(await rootProcesses(stack), [], 'with health checks at work');
    });

    it('stops in time and in order, also in mid-measurement', async () => {
      const running = get(api, '/api/benchmark?n=2000000&workers=2&repeats=6').catch(() => null);
      await sleep(1_000);
      for (const service of services) {
        const container = await stack.container(service);
        const begun = performance.now();
        await docker('stop', container);
        const ms = performance.now() - begun;
        report(`${name}: docker stop ${service} took ${ms.toFixed(0)} ms`);
        assert.equal(await stack.inspect(service, '.State.ExitCode'), 0);
        assert.equal(await stack.inspect(service, '.State.OOMKilled'), false);
        assert.ok(ms <= longestStopMs, `${service}: ${ms.toFixed(0)} ms`);
      }
      assert.equal((await running)?.status ?? 503, 503);
    });
  });
}

async function rootProcesses(stack) {
  const containers = await Promise.all(services.map((service) => stack.container(service)));
  const processes = (await Promise.all(containers.map(processesOf))).flat();
  assert.ok(processes.length >= containers.length);
  return processes.filter(({ uid }) => uid === 0);
}
