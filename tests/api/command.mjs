// Runs `gilscope` as a person would, and finds whatever processes it leaves behind.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { program, root } from './support.mjs';

/** A test's patience: a hang fails here, while a busy machine and its queue of measurements don't. */
const patienceMs = 120_000;
const endedStatuses = [0, 3];

// Everything below inherits this, also a process in a session of its own whose parents have all ended.
const mark = `GILSCOPE_TEST_MARK=${randomUUID()}`;
process.env.GILSCOPE_TEST_MARK = mark.split('=')[1];
process.env.TMPDIR = temporaryDirectory(); // for what a gilscope leaves there that is killed

/** The path of a workload that is there for the tests. */
export const workload = (name) => path.join(root, 'tests', 'workloads', name);

/** A directory that is gone when this process ends. */
export function temporaryDirectory() {
  const directory = mkdtempSync(path.join(tmpdir(), 'gilscope-test-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A running `gilscope`; `done` is its end: {status, signal, stdout, stderr, ms}. */
export function start(args, { stdio = [], env = {} } = {}) {
  const begun = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe', ...stdio], env: { ...process.env, ...env } });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => (said[stream] += text));
  }
  const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  const done = once(child, 'close').then(([status, signal]) => {
    clearTimeout(patience);
    return { status, signal, ...said, ms: performance.now() - begun };
  });
  return { child, pid: child.pid, done };
}

export const gilscope = (...args) => start(args).done;

/** A quick look on 2 workers: the shortest run that has figures on a busy machine too. */
export const quickLook = (file, ...args) => gilscope('run', file, '-w', '2', '--blocks', '1', ...args);

/** The same, to its end, with the report that it wrote to standard output. */
export async function quickReport(file, ...args) {
  const result = await quickLook(file, '--json', '-', ...args);
  assertEnded(result);
  return { ...result, report: JSON.parse(result.stdout) };
}

/** A run that came to its end, with reservations or without: which of them is up to the machine. */
export function assertEnded({ status, stderr }) {
  assert.ok(endedStatuses.includes(status), `exit status ${status}: ${stderr}`);
}

/** What a person reads who has done something wrong: one line, no more. */
export function assertOneSentence(stderr, pattern) {
  const lines = stderr.trimEnd().split('\n');
  assert.equal(lines.length, 1, `one sentence, not:\n${stderr}`);
  assert.match(lines[0], /^gilscope: \S/);
  assert.match(lines[0], pattern);
}

export const hasFigures = (cell) => cell.time_ms !== null && cell.unavailable === null;
export const cellsOf = (report, wanted) =>
  report.cells.filter((cell) => Object.entries(wanted).every(([name, value]) => cell[name] === value));

function isMarked(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark);
  } catch {
    return false; // it has ended meanwhile
  }
}

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return 'ended';
  }
}

/** Processes below this test file, except those given. A zombie is none: it runs no more. */
export function processes(...except) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => pid !== process.pid && !except.includes(pid) && isMarked(pid));
}

/** Waits until that holds; `what` says in a failure what was waited for. */
export async function waitFor(condition, what, timeoutMs = 60_000) {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    assert.ok(performance.now() < deadline, `waited ${timeoutMs} ms for ${typeof what === 'string' ? what : what()}`);
    await sleep(20);
  }
}

/** Engines that work, and what user code has forked from them; one that only describes itself has no --host. */
const engines = (...except) =>
  processes(...except).filter((pid) => /gilscope-engine.* --host/.test(commandLine(pid)));

export const waitForEngines = (...except) => waitFor(() => engines(...except).length > 0, 'an engine');
/** For workloads that fork, in a mode of one process. */
export const waitForForked = (...except) => waitFor(() => engines(...except).length > 1, 'a child of an engine');

/** Starts a run that never ends by itself, and waits until it is in the midst of it. */
export async function startEndless() {
  const run = start(['run', workload('endless.py'), '--builds', 'gil', '-m', 'sequential']);
  await waitForEngines(run.pid);
  await sleep(700); // the engine that reads the docstring is followed by the one that works
  await waitForEngines(run.pid);
  return run;
}

export async function assertNothingLeft(...except) {
  const list = () => processes(...except).map((pid) => `${pid} ${commandLine(pid)}`).join(', ');
  await waitFor(() => processes(...except).length === 0, () => `the end of: ${list()}`, 5_000);
}

/** For after(): whatever a failed test has left, one by one. */
export function endEverything() {
  for (const pid of processes()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended by itself
    }
  }
}
