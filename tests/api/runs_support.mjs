// What the tests of runs share: a server with few workloads, and runs from their start to their end.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { temporaryDirectory, waitForEngines, workload } from './command.mjs';
import { get, request, startServer } from './support.mjs';

export const keys = [
  'id', 'experiment', 'name', 'state', 'failure', 'imported', 'created_at', 'started_at', 'finished_at', 'request',
  'machine', 'progress', 'headline',
];
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;

/** The cheapest run that has figures, and one that would never end. */
export const quick = {
  experiment: 'compare', workload: 'additions', parameters: { n: 1000 }, workers: 2, modes: ['threads'],
  builds: ['gil'], blocks: 1,
};
export const endless = { experiment: 'compare', workload: 'endless', workers: 2, modes: ['sequential'], builds: ['gil'] };

export const json = { 'Content-Type': 'application/json' };
export const send = (server, method, target, body) =>
  request(server, method, target, { headers: json, body: typeof body === 'string' ? body : JSON.stringify(body) });
export const post = (server, body) => send(server, 'POST', '/api/runs', body);
export const cancel = (server, id) => request(server, 'POST', `/api/runs/${id}/cancel`, { headers: { 'Content-Length': 0 } });
export const show = async (server, id) => (await get(server, `/api/runs/${id}`)).json;

export async function start(server, body) {
  const answer = await post(server, body);
  assert.equal(answer.status, 202, answer.text);
  return answer.json;
}

/** Polls, as a page without events would. */
export async function stateOf(server, id, ...wanted) {
  for (let attempt = 0; attempt < 1200; ++attempt) {
    const run = await show(server, id);
    if (wanted.includes(run.state)) return run;
    await sleep(50);
  }
  throw new Error(`the run ${id} never became ${wanted}`);
}
export const over = (server, id) => stateOf(server, id, 'done', 'failed', 'cancelled');

/** An endless run whose engine works by now. */
export async function startEndless(server) {
  const run = await start(server, endless);
  await waitForEngines(server.pid);
  return stateOf(server, run.id, 'running');
}

export const directory = temporaryDirectory();
/** Only those that are needed: some of the others take their time to be read. */
export const workloads = path.join(directory, 'workloads');
mkdirSync(workloads);
for (const name of ['endless.py', 'raises.py', 'differs.py', 'syntax_error.py', 'exits.py', 'segfaults.py', 'returns_set.py']) {
  copyFileSync(workload(name), path.join(workloads, name));
}
export const serverOptions = ['--log-level', 'warning', '--workloads', workloads];

/** Reads all workloads first, so that every engine that is seen later belongs to a run. */
export async function warmServer(...options) {
  const server = await startServer(...serverOptions, ...options);
  await get(server, '/api/workloads');
  return server;
}

export function serverFor(...options) {
  const holder = {};
  before(async () => Object.assign(holder, await warmServer(...options)));
  after(async () => {
    if (holder.stop) await holder.stop('SIGKILL');
  });
  return holder;
}

export async function serverOf(test, ...options) {
  const server = await warmServer(...options);
  test.after(() => server.stop('SIGKILL'));
  return server;
}

export function assertError(answer, status, code, ...fields) {
  assert.deepEqual([answer.status, answer.json?.error.code], [status, code], answer.text);
  if (fields.length > 0) assert.deepEqual(Object.keys(answer.json.error.details).sort(), fields.sort());
}
