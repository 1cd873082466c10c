// Makes the README's pictures from a real run, into the folder given: see scripts/make-screenshots.
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { card, closePage, openPage, part, startBrowser, startServer, waitForState } from './e2e/support.mjs';

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });

const [server, browser] = await Promise.all([startServer('--db', ':memory:'), startBrowser()]);
const opened = await openPage(browser, server, { viewport: { width: 1440, height: 1010 } });
const { page } = opened;

/** Whole pixels and few colours: small files. */
async function picture(name, target, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await target.screenshot({ path: path.join(folder, `${name}.png`) });
}

async function run(experiment) {
  await page.getByRole('radio', { name: experiment }).check();
  await card(page, 'bench').getByLabel('n', { exact: true }).fill('50000'); // a minute or two on two cores
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await waitForState(page, 'running');
  await page.locator('#bench[data-state="done"]').waitFor({ timeout: 600_000 });
}

for (const [title, status, priority] of [['Measure with 4 workers', 'pending', 'medium'], ['Read about subinterpreters', 'in_progress', 'high']]) {
  await page.getByLabel('New task', { exact: true }).fill(title);
  await page.locator('#new-priority').selectOption(priority);
  await page.getByLabel('New task', { exact: true }).press('Enter');
  const row = page.locator('.task', { has: page.locator(`[aria-label="Delete ${title}"]`) });
  await row.waitFor();
  if (status !== 'pending') await row.getByLabel('Status').selectOption(status);
}
await run('Compare');
await page.getByRole('option').filter({ hasText: 'POST' }).filter({ hasText: '/api/tasks' }).first().click();
await part(page, 'detail').getByText('byte for byte').waitFor();
await page.evaluate(() => document.activeElement.blur());
await picture('page-light', page, 'light');
await picture('page-dark', page, 'dark');

await closePage(opened);
await browser.close();
await server.stop();
