// What the checks in a real container engine share. scripts/compose-test prepares everything and runs them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { root } from '../api/support.mjs';

export { get, request } from '../api/support.mjs';
export { root, sleep };

if (!process.env.GILSCOPE_COMPOSE_TEST) throw new Error('run scripts/compose-test, which builds the image first');

export const image = process.env.GILSCOPE_IMAGE;
export const baseImage = process.env.GILSCOPE_BASE_IMAGE;
export const api = { port: 8000, host: 'localhost:8000' };
export const freeThreadedApi = { port: 8001, host: 'localhost:8001' };
export const web = { port: 5500, host: 'localhost:5500' };

const execute = promisify(execFile);
const patience = { timeout: 300_000, maxBuffer: 64 << 20, cwd: root };

/** What docker printed. It throws with what docker complained about. */
export const docker = async (...args) => (await execute('docker', args, patience)).stdout.trimEnd();

/** The same for a command that may fail: {status, stdout, stderr}. */
export async function tryDocker(...args) {
  try {
    return { status: 0, ...(await execute('docker', args, patience)) };
  } catch (error) {
    if (typeof error.code !== 'number') throw error;
    return { status: error.code, stdout: error.stdout, stderr: error.stderr };
  }
}

/** One way to combine the compose files; every stack is brought up and down with the same ones. */
export class Stack {
  #files;

  constructor(...files) {
    this.#files = ['compose.yaml', ...files].flatMap((file) => ['-f', file]);
  }

  compose(...args) {
    return docker('compose', ...this.#files, ...args);
  }

  /** Until every service is healthy; how long that took. */
  async up(...services) {
    const begun = performance.now();
    await this.compose('up', '-d', '--no-build', '--wait', ...services);
    return performance.now() - begun;
  }

  down(...options) {
    return this.compose('down', '-t', '5', ...options);
  }

  container(service) {
    return this.compose('ps', '-aq', service);
  }

  /** A part of what the engine knows of a service's container. */
  async inspect(service, format) {
    return JSON.parse(await docker('inspect', '-f', `{{json ${format}}}`, await this.container(service)));
  }

  exec(service, ...command) {
    return this.compose('exec', '-T', service, ...command);
  }
}

/** Fails after a while; `what` is what was waited for. */
export async function waitUntil(condition, what, timeoutMs = 30_000) {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, `waited ${timeoutMs} ms for ${what}`);
    await sleep(100);
  }
}

/** Every process of a container, as {uid, pid, command}, with the user's number as it is on the host. */
export async function processesOf(container) {
  const lines = (await docker('top', container, '-eo', 'uid,pid,args')).split('\n').slice(1);
  return lines.map((line) => {
    const [uid, pid, ...command] = line.trim().split(/\s+/);
    return { uid: Number(uid), pid: Number(pid), command: command.join(' ') };
  });
}

/** Debian's Chromium, driven by what tests/web installs. */
export function startBrowser() {
  const { chromium } = createRequire(path.join(root, 'tests/web/package.json'))('playwright-core');
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
}

/** Says a figure in the test's output, for the record. */
export const report = (text) => process.stdout.write(`# ${text}\n`);
