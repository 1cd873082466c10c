// Behind nginx, with TLS and below a path: the page, the API and its event streams.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';

import { Stack, startBrowser } from './support.mjs';

const address = 'https://localhost:8443/gilscope/';
const certificates = mkdtempSync(path.join(tmpdir(), 'gilscope-tls-'));
const stack = new Stack('deploy/nginx/compose.yaml');
let browser;
let page;
const problems = [];

before(async () => {
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost',
    '-keyout', path.join(certificates, 'server.key'), '-out', path.join(certificates, 'server.crt')], { stdio: 'ignore' });
  process.env.GILSCOPE_TLS_DIRECTORY = certificates;
  await stack.up('proxy');
  browser = await startBrowser();
  page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
  page.on('response', (response) => response.status() >= 400 && problems.push(`${response.status()}: ${response.url()}`));
});
after(async () => {
  await browser?.close();
  await stack.down('-v');
  rmSync(certificates, { recursive: true, force: true });
});

/** A request of the page's own script. */
const ask = (target, options) => page.evaluate(async ([target_, options_]) => {
  const answer = await fetch(target_, options_);
  const text = await answer.text();
  return { status: answer.status, location: answer.headers.get('Location'), url: answer.url, text };
}, [target, options]);

it('the page loads and reaches its API', async () => {
  await page.goto(address);
  await page.locator('[data-part="connection"]').filter({ hasText: 'Connected' }).waitFor();
  await page.locator('[data-part="cores"]').filter({ hasNotText: /^–$/ }).waitFor();
  assert.deepEqual(problems, []);
});

it('the path without its slash leads there', async () => {
  await page.goto(address.replace(/\/$/, ''));
  assert.equal(page.url(), address);
});

it('what is created has an address below the path', async () => {
  const created = await ask('api/tasks', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"title":"behind a proxy"}' });
  assert.equal(created.status, 201);
  assert.match(created.location, /^\/gilscope\/api\/tasks\/[0-9a-f-]{36}$/);
  assert.equal((await ask(created.location)).status, 200);
});

it('a measurement and its events go through', async () => {
  const request = { experiment: 'compare', workload: 'count_primes', parameters: { n: 20000 }, workers: 2, blocks: 1 };
  const started = await ask('api/runs', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request) });
  assert.equal(started.status, 202, started.text);
  const { id } = JSON.parse(started.text);
  const seen = await page.evaluate((id_) => new Promise((resolve) => {
    const events = [];
    const source = new EventSource(`api/runs/${id_}/events`);
    const note = ({ type }) => events.push({ type, at: performance.now() });
    for (const type of ['state', 'progress', 'round', 'partial']) source.addEventListener(type, note);
    source.addEventListener('end', (event) => {
      note(event);
      source.close();
      resolve(events);
    });
  }), id);
  assert.equal(seen[0].type, 'state');
  assert.ok(seen.some(({ type }) => type === 'progress'));
  // Held back by the proxy, they would all come at once in the end.
  assert.ok(seen.at(-1).at - seen[0].at > 200, JSON.stringify(seen));
  const { state } = JSON.parse((await ask(`api/runs/${id}`)).text);
  assert.equal(state, 'done');
});
