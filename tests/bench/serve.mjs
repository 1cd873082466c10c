// Figures of `gilscope serve` that tests must not assert: time to the first answer, memory when idle, and how many
// sleeping requests it holds at once. Run on a quiet machine:  node tests/bench/serve.mjs
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';

const program = new URL('../../build/gilscope', import.meta.url).pathname;

function report(name, text, reached) {
  console.log(`${name}: ${text}: ${reached ? 'ok' : 'MISSED'}`);
}

function start() {
  const begun = performance.now();
  const child = spawn(program, ['serve', '--port', '0', '--db', ':memory:', '--log-level', 'error'], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
      if (found) resolve({ child, port: Number(found[1]), begun });
    });
    child.on('exit', () => reject(new Error(said)));
  });
}

function get(port, path, agent) {
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path, agent }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      })
      .on('error', reject);
  });
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function startUp(times) {
  const took = [];
  const resident = [];
  for (let i = 0; i < times; i += 1) {
    const { child, port, begun } = await start();
    await get(port, '/api/health');
    took.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 300));
    resident.push(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024);
    child.kill('SIGTERM');
    await new Promise((resolve) => child.on('exit', resolve));
  }
  report(`start to first answer, median of ${times}, at most 100 ms`, `${median(took).toFixed(0)} ms`, median(took) <= 100);
  report(`idle memory, median of ${times}, at most 20 MB`, `${median(resident).toFixed(1)} MB`, median(resident) <= 20);
}

async function slow(connections, delayMs, seconds, share) {
  const { child, port } = await start();
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  let answered = 0;
  let failed = 0;
  const end = performance.now() + seconds * 1000;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        try {
          if ((await get(port, `/api/slow?ms=${delayMs}`, agent)) === 200) answered += 1;
          else failed += 1;
        } catch {
          failed += 1;
        }
      }
    }),
  );
  const rate = answered / ((performance.now() - begun) / 1000);
  const ideal = (connections * 1000) / delayMs;
  report(
    `/api/slow?ms=${delayMs}, ${connections} connections, at least ${share * 100} % of ${ideal}/s, none refused`,
    `${rate.toFixed(0)}/s = ${((100 * rate) / ideal).toFixed(1)} %, ${failed} failed`,
    rate >= share * ideal && failed === 0,
  );
  agent.destroy();
  child.kill('SIGTERM');
}

await startUp(9);
await slow(200, 50, 10, 0.97);
