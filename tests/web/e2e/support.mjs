// What the browser tests share: Debian's Chromium, pages that collect their own mistakes, quick runs.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { get, request, startServer } from '../../api/support.mjs';

export { get, request, sleep, startServer } from '../../api/support.mjs';

const resultsFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../test-results');

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const browserOptions = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
};

/** A run of one block may be repeated some times on a busy machine. */
export const runTimeoutMs = 120_000;

export const startBrowser = () => chromium.launch(browserOptions);

/**
 * For a whole test file: a server without a memory, a browser, and for each test a fresh page. The result's fields are
 * there while a test runs; a test that provokes failed requests says so in `failing`, a pattern of their addresses.
 */
export function usePages(...serverOptions) {
  const shared = { server: null, browser: null, page: null, failing: null };
  let opened;
  before(async () => {
    [shared.server, shared.browser] = await Promise.all([startServer('--db', ':memory:', ...serverOptions), startBrowser()]);
  });
  after(async () => {
    await shared.browser?.close();
    await shared.server?.stop();
  });
  beforeEach(async () => {
    shared.failing = null;
    opened = await openPage(shared.browser, shared.server);
    shared.page = opened.page;
  });
  afterEach(() => closePage(opened, shared.failing));
  return shared;
}

/**
 * A page that has loaded and knows the machine. `mistakes` collects errors on the console, uncaught exceptions,
 * failed requests and requests to anywhere else.
 */
export async function openPage(browser, server, { hash = '', prepare = () => {}, origins = [], ...options } = {}) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  page.setDefaultTimeout(15_000);
  const mistakes = [];
  const origin = `http://${server.host}`;
  const isOurs = (address) => [origin, 'blob:', ...origins].some((each) => address.startsWith(each));
  page.on('console', (message) => message.type() === 'error' && mistakes.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => mistakes.push(`exception: ${error.message}`));
  page.on('requestfailed', (failed) => isReadToItsEnd(failed) || mistakes.push(`failed: ${failed.url()}`));
  page.on('response', (response) => response.status() >= 400 && mistakes.push(`${response.status()}: ${response.url()}`));
  page.on('request', (asked) => isOurs(asked.url()) || mistakes.push(`outside: ${asked.url()}`));
  await prepare(page);
  await page.goto(`${origin}/${hash}`);
  await page.locator('#workload option').first().waitFor({ state: 'attached' });
  return { page, mistakes };
}

/** Chromium calls every body that a script has read piece by piece to its end aborted. */
const isReadToItsEnd = (failed) => failed.url().endsWith('/events') && failed.failure().errorText === 'net::ERR_ABORTED';

/** Closes the page, so that nothing comes late, and holds it to its mistakes; `failing`: a pattern of those that are meant. */
export async function closePage({ page, mistakes }, failing = null) {
  await page.close();
  const isMeant = (mistake) => failing !== null && (new RegExp(failing).test(mistake) || mistake.startsWith('console: Failed to load resource'));
  assert.deepEqual(mistakes.filter((mistake) => !isMeant(mistake)), []);
}

export const part = (root, name) => root.locator(`[data-part="${name}"]`);
export const card = (page, id) => page.locator(`#${id}`);

/** The header's look at the machine is over: it is asked for a second after loading. */
export const machineKnown = (page) => part(page, 'cores').filter({ hasNotText: /^–$/ }).waitFor();

/** The smallest thing that can be measured; `more`: label -> text. */
export async function fillQuickLook(page, more = {}) {
  const fields = { n: '10000', Blocks: '1', ...more };
  for (const [label, text] of Object.entries(fields)) await card(page, 'bench').getByLabel(label, { exact: true }).fill(text);
}

export const waitForState = (page, state) => page.locator(`#bench[data-state="${state}"]`).waitFor({ timeout: runTimeoutMs });

/** Presses Run, waits for the end, and returns the run as the API has it. */
export async function runQuickLook(page, server, more) {
  await fillQuickLook(page, more);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await waitForState(page, 'running');
  await waitForState(page, 'done');
  return newestRun(server);
}

export async function newestRun(server) {
  const { runs } = (await get(server, '/api/runs?limit=1')).json;
  return (await get(server, `/api/runs/${runs[0].id}`)).json;
}

/** For tests that need a run but not the page: asks the API. `more` goes into the request. */
export async function startRun(server, more = {}) {
  const body = JSON.stringify({ experiment: 'compare', workload: 'count_primes', parameters: { n: 10000 }, workers: 2, blocks: 1, ...more });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const answer = await request(server, 'POST', '/api/runs', { headers, body });
  assert.equal(answer.status, 202, answer.text);
  return answer.json;
}

export const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);

export async function screenshot(page, name) {
  mkdirSync(resultsFolder, { recursive: true });
  await page.screenshot({ path: path.join(resultsFolder, `${name}.png`), fullPage: true });
}

/** Nothing serious or critical in the page as it stands. */
export async function assertAccessible(page) {
  // Evaluated, not inserted: the page's own policy would rightly refuse a script from outside.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`), []);
}

/** No sideways scrolling of the page itself. */
export async function assertFits(page) {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(beyond, 0, 'pixels beyond the window');
}
