// Figures of the page that tests must not assert: weight, first paint with data, 10,000 requests in the traffic panel,
// and how late a progress event is on screen. Run on a quiet machine:  node tests/bench/page.mjs
import http from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { request, startServer } from '../api/support.mjs';
import { startBareChromium } from './bare_chromium.mjs';

const web = fileURLToPath(new URL('../web/', import.meta.url));
const { chromium } = createRequire(web)('playwright-core');

function report(name, text, reached) {
  console.log(`${name}: ${text}: ${reached ? 'ok' : 'MISSED'}`);
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const options = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const server = await startServer('--db', ':memory:', '--log-level', 'error');
process.on('exit', () => process.kill(server.pid, 'SIGKILL')); // also when something below throws
const origin = `http://${server.host}/`;

async function send(method, target, value) {
  const body = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return (await request(server, method, target, { headers, body })).json;
}

const quick = { experiment: 'compare', workload: 'count_primes', parameters: { n: 10000 }, workers: 2, blocks: 1 };

/** Runs before the page's own scripts: notes when everything that loads has been painted. */
function watchLoading() {
  const isThere = () => document.body && document.querySelector('[data-part="gil"]')?.textContent !== '–'
    && document.querySelector('.task') && document.querySelector('[data-run]') && document.querySelector('.bars') && document.querySelector('#workload option');
  const look = () => {
    if (!isThere()) return requestAnimationFrame(look);
    return requestAnimationFrame(() => (globalThis.paintedMs = performance.now()));
  };
  requestAnimationFrame(look);
}

async function firstPaint(loads) {
  const chromiumAlone = await startBareChromium(executablePath, options);
  const painted = [];
  for (let load = 0; load < loads; load += 1) {
    const tab = await chromiumAlone.openTab(watchLoading);
    await sleep(500); // the new tab's own work is over
    await tab.navigate(origin);
    await sleep(1500); // to ask while it loads would slow it down
    let paintedMs;
    while (!(paintedMs > 0)) paintedMs = await tab.evaluate('globalThis.paintedMs') ?? await sleep(300, 0);
    painted.push(paintedMs);
    await tab.close();
  }
  await chromiumAlone.close();
  report(`first paint with data, empty cache, median of ${loads}, at most 200 ms`, `${median(painted).toFixed(0)} ms (${Math.min(...painted).toFixed(0)} to ${Math.max(...painted).toFixed(0)})`, median(painted) <= 200);
}

async function weight() {
  const page = await browser.newPage();
  const bodies = [];
  page.on('response', (response) => response.url().includes('/api/') || bodies.push(response.body()));
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
  report('page weight, what loads, at most 120 KB', `${(bytes / 1024).toFixed(1)} KB`, bytes <= 120 * 1024);
  await page.close();
}

/** Through the page's own modules, drawn into the page's own panel; only the network is left out. */
async function traffic(count) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(origin);
  await page.locator('.task').first().waitFor();
  const longest = await page.evaluate(async (wanted) => {
    const [{ createTrafficLog }, { createWire }, { createTrafficCard }] = await Promise.all(
      ['traffic_log', 'wire', 'traffic_card'].map((name) => import(`./js/${name}.js`)));
    let changed = () => {};
    const log = createTrafficLog({ onChange: () => changed() });
    const body = JSON.stringify({ status: 'ok', gil_enabled: true, python: '3.13.15' });
    const wire = createWire({ log, fetchFunction: async () => new Response(body, { headers: { 'X-Request-Id': 'a' } }) });
    changed = createTrafficCard(document.getElementById('traffic'), { log, client: {}, isMeasuring: () => false });
    const frames = [];
    let isOver = false;
    const tick = (now) => {
      frames.push(now);
      if (!isOver) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    for (let index = 0; index < wanted; index += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, each) => wire.send('GET', `api/tasks?limit=${index + each}`, {})));
      await new Promise((resolve) => setTimeout(resolve));
    }
    isOver = true;
    return Math.max(...frames.slice(2).map((at, index) => at - frames[index + 1]));
  }, count);
  report(`${count.toLocaleString('en')} requests into the traffic panel, longest frame at most 50 ms`, `${longest.toFixed(0)} ms`, longest <= 50);
  await page.close();
}

/** The other end of the same event stream stands for the time at which the server sent. */
function hearProgress(id, onProgress) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port: server.port, path: `/api/runs/${id}/events` }, (response) => {
      let rest = '';
      response.setEncoding('utf8').on('data', (text) => {
        const now = performance.timeOrigin + performance.now();
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop();
        for (const block of blocks) {
          const data = /^event: progress\n(?:.*\n)*?data: (.*)$/m.exec(block);
          if (data) onProgress(JSON.parse(data[1]), now);
        }
      }).on('end', resolve).on('error', reject);
    }).on('error', reject);
  });
}

async function progressLatency() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(origin);
  await page.locator('#workload option').first().waitFor({ state: 'attached' });
  await page.evaluate(() => {
    globalThis.seen = [];
    const status = document.querySelector('#bench [data-part="status"]');
    new MutationObserver(() => requestAnimationFrame(() => globalThis.seen.push([status.textContent, performance.timeOrigin + performance.now()])))
      .observe(status, { childList: true, characterData: true, subtree: true });
  });
  const { id } = await send('POST', '/api/runs', { ...quick, parameters: { n: 50000 }, blocks: 3 });
  const heard = hearProgress(id, ({ block, round }, at) => block > 0 && round > 0 && sent.set(`block ${block}`.concat(' ', `round ${round}`), at));
  const sent = new Map();
  await page.locator('#runs [data-part="reload"]').click();
  await heard;
  const late = [];
  for (const [text, at] of await page.evaluate(() => globalThis.seen)) {
    const found = /block (\d+).*round (\d+)/.exec(text);
    const sentAt = found && sent.get(`block ${found[1]} round ${found[2]}`);
    if (sentAt) late.push(at - sentAt);
  }
  const worst = Math.max(...late);
  report(`progress on screen after it was sent, ${late.length} events, at most 100 ms`, `median ${median(late).toFixed(1)} ms, worst ${worst.toFixed(0)} ms`, worst <= 100);
  await page.close();
}

await send('POST', '/api/tasks', { title: 'Look at the page' });
const { id } = await send('POST', '/api/runs', quick);
await hearProgress(id, () => {});
await firstPaint(15); // before the other browser is there
const browser = await chromium.launch({ executablePath, args: options });
await weight();
await traffic(10_000);
await progressLatency();
await browser.close();
await server.stop();
