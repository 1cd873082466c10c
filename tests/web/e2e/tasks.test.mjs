// The tasks console against the real server: what is on screen is what the server has.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { assertAccessible, card, get, hasFocus, part, request, screenshot, usePages } from './support.mjs';

const shared = usePages();

const stored = async () => (await get(shared.server, '/api/tasks')).json.tasks;
const send = (method, path, value) => {
  const body = JSON.stringify(value);
  return request(shared.server, method, path, { body, headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } });
};
const create = async (title, more = {}) => (await send('POST', '/api/tasks', { title, ...more })).json;
const rowOf = (task) => shared.page.locator(`[data-task="${task.id}"]`);
const said = (text) => part(card(shared.page, 'tasks'), 'count').filter({ hasText: text }).waitFor();

async function reload() {
  await part(card(shared.page, 'tasks'), 'reload').click();
  await said(/tasks?/);
}

it('tasks are created, at the top, and the form is ready for the next', async () => {
  const { page } = shared;
  await page.getByLabel('New task', { exact: true }).fill('  Write it down ');
  await page.getByLabel('Description of the new task').fill('Line one\nline two');
  await card(page, 'tasks').getByLabel('Priority').first().selectOption('high');
  await page.getByLabel('New task', { exact: true }).press('Enter');
  await said('Added: Write it down.');
  const [task] = await stored();
  assert.deepEqual([task.title, task.description, task.priority], ['Write it down', 'Line one\nline two', 'high']);
  assert.equal(await rowOf(task).getByLabel('Title').inputValue(), 'Write it down');
  assert.ok(await hasFocus(page.getByLabel('New task', { exact: true })));
  assert.equal(await page.getByLabel('New task', { exact: true }).inputValue(), '');
});

it('what the server refuses is said at the field', async () => {
  const { page } = shared;
  shared.failing = 'api/tasks';
  await page.getByLabel('New task', { exact: true }).fill(' ');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.locator('.new-task [data-field="title"] .hint').filter({ hasText: /\S/ }).waitFor();
  assert.equal(await page.getByLabel('New task', { exact: true }).getAttribute('aria-invalid'), 'true');
  assert.ok(await hasFocus(page.getByLabel('New task', { exact: true })));

  const task = await create('Long enough');
  await reload();
  const title = rowOf(task).getByLabel('Title');
  await title.fill('x'.repeat(201));
  await title.press('Enter');
  await rowOf(task).locator('.hint').filter({ hasText: /200/ }).waitFor();
  assert.equal(await title.getAttribute('aria-invalid'), 'true');
  await title.press('Escape');
  assert.equal(await title.inputValue(), 'Long enough');
  assert.equal(await title.getAttribute('aria-invalid'), 'false');
});

describe('editing in place', () => {
  it('a refused value stays marked while another field is saved, and what is typed last is no obstacle to deleting', async () => {
    const task = await create('Keep me');
    await reload();
    const title = rowOf(task).getByLabel('Title');
    shared.failing = 'api/tasks';
    await title.fill('x'.repeat(201));
    await title.press('Enter');
    await rowOf(task).locator('.hint').filter({ hasText: /200/ }).waitFor();
    await rowOf(task).getByLabel('Status').selectOption('done');
    await said('Saved');
    assert.equal(await title.getAttribute('aria-invalid'), 'true');
    await title.fill('Changed at last');
    await rowOf(task).getByRole('button', { name: /^Delete/ }).click();
    await shared.page.getByText('Deleted “Changed at last”.').first().waitFor();
    assert.equal((await get(shared.server, `/api/tasks/${task.id}`)).status, 404);
  });

  it('sends each field when it is left, one change after the other', async () => {
    const task = await create('Before', { description: 'old' });
    await reload();
    const row = rowOf(task);
    await row.getByLabel('Title').fill('After');
    await row.getByLabel('Status').selectOption('in_progress');
    await row.getByLabel('Priority').selectOption('low');
    await row.getByLabel('Description').fill('new');
    await row.getByLabel('Description').press('Tab');
    await shared.page.waitForFunction((id) => document.querySelector(`[data-task="${id}"]`).dataset.priority === 'low', task.id);
    for (;;) {
      const now = (await get(shared.server, `/api/tasks/${task.id}`)).json;
      if (now.description === 'new') {
        assert.deepEqual([now.title, now.status, now.priority], ['After', 'in_progress', 'low']);
        break;
      }
    }
  });

  it('shows both versions when somebody else was faster, and keeps the reader’s choice', async () => {
    shared.failing = 'api/tasks';
    for (const [choice, title, priority] of [['Save mine', 'Mine', 'high'], ['Take the server’s', 'Theirs', 'high']]) {
      const task = await create('Common');
      await reload();
      await send('PATCH', `/api/tasks/${task.id}`, { title: 'Theirs', priority: 'high' });
      await rowOf(task).getByLabel('Title').fill('Mine');
      await rowOf(task).getByLabel('Title').press('Enter');
      const conflict = rowOf(task).locator('.conflict');
      await conflict.getByText('Somebody else changed this task').waitFor();
      assert.deepEqual(await conflict.getByRole('row', { name: /Title/ }).getByRole('cell').allInnerTexts(), ['Mine', 'Theirs']);
      if (choice === 'Save mine') {
        await assertAccessible(shared.page);
        await screenshot(shared.page, 'tasks-conflict');
      }
      await conflict.getByRole('button', { name: choice }).click();
      await conflict.getByRole('button').first().waitFor({ state: 'detached' });
      if (choice === 'Save mine') await said('Saved: Mine.');
      const now = (await get(shared.server, `/api/tasks/${task.id}`)).json;
      assert.equal(now.title, title);
      assert.equal(await rowOf(task).getByLabel('Title').inputValue(), title);
      if (choice !== 'Save mine') assert.equal(await rowOf(task).getByLabel('Priority').inputValue(), priority);
    }
  });
});

it('a deleted task can be brought back', async () => {
  const { page } = shared;
  const task = await create('Precious', { description: 'all of it', status: 'done', priority: 'low' });
  await reload();
  await page.getByRole('button', { name: 'Delete Precious' }).dblclick(); // "Undo" comes to where it was
  await page.getByText('Deleted “Precious”.').first().waitFor();
  assert.equal((await get(shared.server, `/api/tasks/${task.id}`)).status, 404);
  const undo = page.getByRole('button', { name: 'Undo' });
  assert.ok(await hasFocus(undo));
  await undo.press('Enter');
  await said('is back');
  const [restored] = await stored();
  assert.deepEqual([restored.title, restored.description, restored.status, restored.priority], ['Precious', 'all of it', 'done', 'low']);
  assert.ok(await hasFocus(rowOf(restored).getByLabel('Title')));
});

it('one that somebody else has deleted can be kept', async () => {
  const { page } = shared;
  shared.failing = 'api/tasks';
  const task = await create('Fleeting');
  await reload();
  await request(shared.server, 'DELETE', `/api/tasks/${task.id}`);
  await rowOf(task).getByLabel('Status').selectOption('done');
  await page.getByText('“Fleeting” had been deleted already.').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await said('is back');
});

it('the filter asks the server, and longer lists come page by page', async () => {
  const { page } = shared;
  for (let index = 0; index < 51; index += 1) await create(`Number ${index}`, { status: index === 0 ? 'done' : 'in_progress' });
  await card(page, 'tasks').getByRole('radio', { name: 'In progress' }).check();
  await said('50 tasks shown, there are more');
  await part(card(page, 'tasks'), 'more').click();
  const expected = (await get(shared.server, '/api/tasks?status=in_progress')).json.tasks;
  await said(`${expected.length} tasks`);
  assert.deepEqual(await page.locator('[data-task]').evaluateAll((rows) => rows.map((row) => row.dataset.task)), expected.map(({ id }) => id));
  assert.ok(await part(card(page, 'tasks'), 'more').isHidden());
});
