// Past runs with the real server: opened, renamed, compared, downloaded, imported, deleted. And a server that dies.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import {
  assertAccessible, card, closePage, get, hasFocus, openPage, part, runTimeoutMs, screenshot, sleep, startBrowser, startRun, startServer,
  waitForState,
} from './support.mjs';

async function finished(server, id) {
  for (const begun = Date.now(); Date.now() - begun < runTimeoutMs; await sleep(100)) {
    const run = (await get(server, `/api/runs/${id}`)).json;
    if (run.state === 'queued' || run.state === 'running') continue;
    assert.equal(run.state, 'done', JSON.stringify(run.failure));
    return run;
  }
  return assert.fail('it never ended');
}

let browser;
before(async () => (browser = await startBrowser()));
after(() => browser.close());

describe('past runs', () => {
  let server;
  let opened;
  let page;
  let first;
  let second;
  before(async () => {
    server = await startServer('--db', ':memory:');
    first = await finished(server, (await startRun(server, { modes: ['sequential', 'threads'] })).id);
    second = await finished(server, (await startRun(server, { modes: ['sequential', 'threads'], builds: ['gil'] })).id);
    opened = await openPage(browser, server);
    ({ page } = opened);
  });
  after(async () => {
    await closePage(opened);
    await server.stop();
  });

  const rowOf = ({ id }) => page.locator(`[data-run="${id}"]`);
  const said = (text) => part(card(page, 'runs'), 'announcement').filter({ hasText: text }).waitFor();

  it('the newest one is shown, and is in the address', async () => {
    await rowOf(second).and(page.locator('.shown')).waitFor();
    assert.ok(page.url().endsWith(`#run=${second.id}`));
    await page.locator('.panel').waitFor();
    assert.equal(await page.locator('.panel').count(), 1);
  });

  it('are opened, and a reload shows the same one', async () => {
    await page.getByRole('button', { name: `Open ${first.name}` }).last().click();
    await rowOf(first).and(page.locator('.shown')).waitFor();
    assert.ok(await hasFocus(part(page, 'heading')));
    await page.locator('.panel').nth(1).waitFor();
    await page.reload();
    await rowOf(first).and(page.locator('.shown')).waitFor();
  });

  it('are renamed in place', async () => {
    const name = rowOf(first).getByLabel('Name of the run');
    await name.fill('Before the change');
    await name.press('Enter');
    await said('Renamed');
    assert.equal((await get(server, `/api/runs/${first.id}`)).json.name, 'Before the change');
  });

  it('are compared with the one that is open, by the server’s figures', async () => {
    await rowOf(second).getByRole('button', { name: /^Compare/ }).click();
    const comparison = part(card(page, 'runs'), 'comparison');
    await comparison.getByRole('table').waitFor();
    assert.ok(await hasFocus(comparison));
    const { cells, reservations } = (await get(server, `/api/runs/${first.id}/compare?with=${second.id}`)).json;
    const rows = await comparison.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.equal(rows.length, cells.length);
    cells.forEach(({ mode, workers, interpreter, time_ratio: ratio, significant }, index) => {
      const [name, , , , , shown, change] = rows[index];
      assert.equal(name, `${interpreter} ${mode} × ${workers}`);
      if (ratio) assert.ok(shown.startsWith(`${ratio.value.toFixed(2)}×`), `${shown} for ${ratio.value}`);
      assert.equal(/faster|slower/.test(change), Boolean(ratio && significant));
    });
    for (const sentence of reservations) assert.ok((await comparison.innerText()).includes(sentence), sentence);
    await assertAccessible(page);
    await screenshot(page, 'comparison');
  });

  it('are downloaded, and the file can be imported', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), rowOf(first).getByRole('combobox').selectOption('json')]);
    assert.match(download.suggestedFilename(), /^Before-the-change-\d{4}-\d{2}-\d{2}\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    assert.equal(JSON.parse(text).kind, 'gilscope-report');
    const file = path.join(tmpdir(), `gilscope-import-${process.pid}.json`);
    await writeFile(file, text);
    await part(card(page, 'runs'), 'import-file').setInputFiles(file);
    await said('Imported');
    await rm(file);
    const [imported] = (await get(server, '/api/runs')).json.runs;
    assert.ok(imported.imported);
    await rowOf(imported).and(page.locator('.shown')).waitFor();
    assert.match(await rowOf(imported).innerText(), /imported/);
  });

  it('are deleted, and the focus stays in the list', async () => {
    const others = (await page.locator('[data-run]').count()) - 1;
    await rowOf(second).getByRole('button', { name: /^Delete/ }).dblclick(); // one of them, however nervous the hand
    await said('Deleted');
    assert.equal((await get(server, `/api/runs/${second.id}`)).status, 404);
    assert.equal(await rowOf(second).count(), 0);
    assert.equal(await page.locator('[data-run]').count(), others);
    assert.equal((await get(server, '/api/runs')).json.runs.length, others);
    assert.ok(await page.evaluate(() => document.activeElement.matches('#runs .open')));
  });
});

it('what is no run file is refused with a sentence', async () => {
  const server = await startServer('--db', ':memory:');
  const opened = await openPage(browser, server);
  const file = path.join(tmpdir(), `gilscope-bad-${process.pid}.json`);
  await writeFile(file, '{"kind":"something else"}');
  await part(card(opened.page, 'runs'), 'import-file').setInputFiles(file);
  await part(card(opened.page, 'runs'), 'message').getByText(/\S/).first().waitFor();
  await rm(file);
  await closePage(opened, 'api/runs/import');
  await server.stop();
});

it('a server that is killed and started anew has a run that was interrupted, and the page says so', async () => {
  const folder = path.join(tmpdir(), `gilscope-page-${process.pid}`);
  const database = path.join(folder, 'runs.db');
  await import('node:fs').then(({ mkdirSync }) => mkdirSync(folder, { recursive: true }));
  let server = await startServer('--db', database);
  const opened = await openPage(browser, server);
  const { page } = opened;
  const { id } = await startRun(server, { parameters: { n: 5_000_000 }, blocks: 20 });
  await part(card(page, 'runs'), 'reload').click();
  await waitForState(page, 'running');
  await server.stop('SIGKILL');
  await part(card(page, 'bench'), 'status').filter({ hasText: 'No contact' }).waitFor();
  assert.equal(await part(page, 'connection').innerText(), 'Not reachable');
  server = await startServer('--db', database, '--port', String(server.port));
  await waitForState(page, 'failed');
  assert.match(await part(card(page, 'bench'), 'message').innerText(), /^Interrupted/);
  await page.locator(`[data-run="${id}"]`).getByText('Failed: interrupted').waitFor();
  assert.equal(await part(page, 'connection').innerText(), 'Connected');
  await screenshot(page, 'interrupted');
  await closePage(opened, 'api/|icon.svg'); // Chromium asks for the icon when it likes
  await server.stop();
  await rm(folder, { recursive: true });
});
