// What the browser tests share: Debian's Chromium, pages that collect their own mistakes, and the words of a result.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

export { get, sleep, startServer } from '../../api/support.mjs';

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
 * A page that has loaded and knows the machine. `mistakes` collects errors on the console, uncaught exceptions,
 * failed requests and requests to anywhere else; a test that provokes one says which.
 */
export async function openPage(browser, server, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  const mistakes = [];
  const origin = `http://${server.host}`;
  page.on('console', (message) => message.type() === 'error' && mistakes.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => mistakes.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => mistakes.push(`failed: ${request.url()}`));
  page.on('response', (response) => response.status() >= 400 && mistakes.push(`${response.status()}: ${response.url()}`));
  page.on('request', (request) => request.url().startsWith(origin) || mistakes.push(`outside: ${request.url()}`));
  await page.goto(`${origin}/`);
  await part(page, 'cores').filter({ hasNotText: /^–$/ }).waitFor();
  return { page, mistakes };
}

export const part = (page, name) => page.locator(`[data-part="${name}"]`);

/** The smallest thing that can be measured. */
export async function fillQuickLook(page) {
  await page.getByLabel('Primes below n').fill('10000');
  await page.getByLabel('Blocks', { exact: true }).fill('1');
}

/** Presses Run and waits for the answer, which it returns as the server gave it. */
export async function runQuickLook(page) {
  await fillQuickLook(page);
  const answered = page.waitForResponse((response) => response.url().includes('/api/benchmark'), { timeout: runTimeoutMs });
  await page.getByRole('button', { name: 'Run' }).click();
  const answer = await (await answered).json();
  await waitForState(page, 'done');
  return answer;
}

export const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);

export const waitForState = (page, state) =>
  page.locator(`#bench[data-state="${state}"]`).waitFor({ timeout: runTimeoutMs });

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

/** Closes the page, so that nothing comes late, and holds it to its mistakes. */
export async function closePage({ page, mistakes }) {
  await page.close();
  assert.deepEqual(mistakes, []);
}

/** The same for a test that made requests to `part` of the API fail: those, and no others. */
export async function closePageThatFailed({ page, mistakes }, part) {
  await page.close();
  const isExpected = (mistake) => mistake.includes(`/${part}`) || mistake.startsWith('console: Failed to load resource');
  assert.deepEqual(mistakes.filter((mistake) => !isExpected(mistake)), []);
}
