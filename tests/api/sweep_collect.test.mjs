// `gilscope sweep collect` and `render`: times from any server that speaks the contract.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, describe, it } from 'node:test';

import { assertOneSentence, gilscope, temporaryDirectory } from './command.mjs';
import { startServer } from './support.mjs';

const directory = temporaryDirectory();
const inDirectory = (name) => path.join(directory, name);
const servers = [];
after(() => servers.forEach((server) => (server.closeAllConnections(), server.close())));

/** A server whose /api/benchmark answers what `benchmark(query, count)` gives: an object, or [status, text]. */
async function pretend(benchmark, { gil_enabled = true } = {}) {
  let count = 0;
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, 'http://made.up');
    const answer = url.pathname === '/api/health' ? { status: 'ok', gil_enabled, python: '3.14.0' }
      : benchmark(Object.fromEntries(url.searchParams), ++count);
    if (answer === undefined) return; // hangs
    const [status, text] = Array.isArray(answer) ? answer : [200, JSON.stringify(answer)];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
  });
  servers.push(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, count: () => count };
}

const times = ({ workers }) => ({
  results_ms: { sequential: 100 * workers, threads: 101 * workers, interpreters: 60 * workers, processes: null },
});
const collect = (url, out, ...args) =>
  gilscope('sweep', 'collect', '--base-url', url, ...(args.includes('-w') ? [] : ['-w', '1..3']), '--out', out, ...args);

describe('collecting', () => {
  it('asks for each number of workers, and writes the documented file', async () => {
    const asked = [];
    const { url } = await pretend((query) => (asked.push(query), times(query)));
    const out = inDirectory('gil.json');
    const { status, stderr } = await collect(`${url}/`, out, '--n', '20000');
    assert.equal(status, 0, stderr);
    assert.deepEqual(asked, ['1', '2', '3'].map((workers) => ({ task: 'cpu', workers, n: '20000' })));
    assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), {
      python: '3.14.0', gil_enabled: true, task: 'cpu', n: 20000,
      points: [1, 2, 3].map((workers) => ({ workers, ...times({ workers }).results_ms })),
    });
  });

  it('asks for the delay of the other task', async () => {
    const asked = [];
    const { url } = await pretend((query) => (asked.push(query), times(query)), { gil_enabled: false });
    const out = inDirectory('io-ft.json');
    assert.equal((await collect(url, out, '--task', 'io', '--delay-ms', '10')).status, 0);
    assert.deepEqual(asked[0], { task: 'io', workers: '1', delay_ms: '10' });
    assert.equal(JSON.parse(readFileSync(out, 'utf8')).delay_ms, 10);
  });

  it('tries a point once more', async () => {
    const { url, count } = await pretend((query, n) => (n === 2 ? [503, '{"error":{"message":"busy"}}'] : times(query)));
    const { status, stderr } = await collect(url, inDirectory('retried.json'));
    assert.equal(status, 0, stderr);
    assert.equal(count(), 4);
    assert.match(stderr, /2 workers, once more: .* status 503: busy/);
  });

  const failures = [
    ['HTML', () => [200, '<!doctype html><h1>Welcome</h1>'], /something else than JSON/],
    ['no figures', () => ({ ok: true }), /results_ms/],
    ['figures that are none', () => ({ results_ms: { sequential: -1 } }), /sequential must be a time/],
    ['no sequential time', () => ({ results_ms: { sequential: null, threads: 1 } }), /could not measure/],
    ['an error', () => [500, '{"error":{"message":"it broke"}}'], /status 500: it broke/],
    ['nothing', () => undefined, /does not answer/, '--timeout', '300ms'],
  ];
  for (const [what, answer, expected, ...args] of failures) {
    it(`a server that answers with ${what}: tried twice, one sentence, no file`, async () => {
      const { url, count } = await pretend((query, n) => (n === 1 ? times(query) : answer()));
      const out = inDirectory('half.json');
      const { status, stderr } = await collect(url, out, ...args);
      assert.equal(status, 1);
      assert.equal(count(), 3);
      const last = stderr.trimEnd().split('\n').at(-1);
      assert.match(last, expected);
      assert.match(last, /^gilscope: 2 workers, tried 2 times: .*nothing was written$/);
      assert.equal(existsSync(out), false);
    });
  }

  it('a server that isn’t there, isn’t one, or has another health', async () => {
    const { url } = await pretend(() => ({}));
    for (const [address, expected] of [
      ['http://127.0.0.1:1', /does not answer/], [`${url}/elsewhere`, /results_ms|status|health|which Python/],
    ]) {
      const { status, stderr } = await collect(address, inDirectory('half.json'));
      assert.equal(status, 1);
      assert.match(stderr.trimEnd().split('\n').at(-1), expected);
    }
  });

  it('an address that is none is a usage error, as a size beyond the limits is', async () => {
    for (const [address, expected, ...args] of [
      ['localhost:8000', /base-url: .*http:\/\//], ['ftp://x', /http:\/\//], ['nonsense', /http:\/\//],
      ['http://', /host/], ['http://x:99999', /port/], ['', /--base-url.* is empty/],
      ['http://127.0.0.1:1', /n: 9999 must be from 10000 to 5000000/, '--n', '9999'],
      ['http://127.0.0.1:1', /delay-ms: 1001 must be from 1 to 1000/, '--delay-ms', '1001'],
    ]) {
      const { status, stderr } = await collect(address, inDirectory('half.json'), ...args);
      assert.equal(status, 2, stderr);
      assertOneSentence(stderr, expected);
    }
  });

  it('what the server refuses is told at once, with its reasons', async () => {
    const refusal = { error: { code: 'validation_error', message: 'Bad request', details: { workers: 'must be at most 64' } } };
    const { url, count } = await pretend(() => [422, JSON.stringify(refusal)]);
    const { status, stderr } = await collect(url, inDirectory('half.json'), '-w', '65');
    assert.equal(status, 1);
    assert.equal(count(), 1);
    assert.match(stderr, /status 422: Bad request; workers: must be at most 64/);
  });

  it('says that workers were put in order, what the times are, and how much is left', async () => {
    const { url } = await pretend(times);
    const { status, stderr } = await collect(url, inDirectory('order.json'), '-w', '2,1,2');
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^gilscope: .*1, 2/m);
    assert.match(stderr, /times include the set-up/);
    assert.match(stderr, /1 workers: .*; 1 point left\n.*2 workers: .*; none left/);
  });

  it('--timeout holds for the first question too', async () => {
    const server = http.createServer(() => {});
    servers.push(server);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { status, ms } = await collect(`http://127.0.0.1:${server.address().port}`, inDirectory('half.json'), '--timeout', '200ms');
    assert.equal(status, 1);
    assert.ok(ms < 9000, `${ms} ms instead of the 10 s that a health check has otherwise`);
  });

  it('wrong options, all at once; a place that can’t be written', async () => {
    const { status, stderr } = await collect('http://127.0.0.1:1', inDirectory('half.json'), '-w', '0', '--timeout', 'x');
    assert.equal(status, 2);
    assert.match(stderr, /workers: [^]*timeout: |timeout: [^]*workers: /);
    assertOneSentence((await collect('http://127.0.0.1:1', '/no/such/folder/x.json')).stderr, /can't be written/);
    assert.deepEqual(readdirSync(directory).filter((name) => name.includes('half')), []);
  });

  it('from a Gilscope server', async () => {
    const server = await startServer('--benchmark-limit', '15s'); // other tests wait for the machine meanwhile
    try {
      const out = inDirectory('own.json');
      const { status, stderr } = await gilscope('sweep', 'collect', '--base-url', `http://${server.host}`, '--task', 'io',
        '--delay-ms', '5', '-w', '1', '--out', out);
      if (status !== 0) return assert.match(stderr, /could not measure/); // beside other programs
      assert.ok(JSON.parse(readFileSync(out, 'utf8')).points[0].processes > 0);
    } finally {
      await server.stop();
    }
  });
});

describe('rendering', () => {
  const write = (name, content) => {
    writeFileSync(inDirectory(name), typeof content === 'string' ? content : JSON.stringify(content));
    return inDirectory(name);
  };
  const points = [1, 2, 4].map((workers) => ({ workers, sequential: 100 * workers, threads: 100, interpreters: 120 }));
  const ft = { python: '3.14.0', gil_enabled: false, task: 'cpu', n: 200_000, points };

  it('draws both files into one picture', async () => {
    const out = inDirectory('speedup.svg');
    const args = ['--gil', write('a.json', { ...ft, gil_enabled: true }), '--ft', write('b.json', ft), '--out', out];
    for (const mode of ['speedup', 'time']) {
      const { status, stderr } = await gilscope('sweep', 'render', '--mode', mode, ...args);
      assert.equal(status, 0, stderr);
      const svg = readFileSync(out, 'utf8');
      assert.equal(svg.match(/class="series interpreters"/g).length, 2);
      assert.match(svg, /Python 3\.14\.0 free-threaded/);
      assert.match(svg, /count_primes n=200000/);
    }
  });

  const bad = [
    [{ ...ft, gil_enabled: true }, /measured with the GIL/],
    [{ ...ft, points: [] }, /at least one point/],
    [{ ...ft, points: [points[0], points[0]] }, /has 1 worker, as an earlier one has/],
    [{ ...ft, points: [{ ...points[0], threads: 'fast' }] }, /threads must be a number/],
    [{ ...ft, points: [{ ...points[0], workers: 0 }] }, /workers must be/],
    [{ ...ft, task: 'gpu' }, /task must be cpu or io/],
    ['', /empty/],
    ['<html>', /isn't JSON/],
    ['['.repeat(100_000), /deep/],
  ];
  for (const [content, expected] of bad) {
    it(`${JSON.stringify(content).slice(0, 60)}…: one sentence, no picture`, async () => {
      const out = inDirectory('bad.svg');
      const { status, stderr } = await gilscope('sweep', 'render', '--ft', write('bad.json', content), '--out', out);
      assert.equal(status, 1);
      assertOneSentence(stderr, expected);
      assert.equal(existsSync(out), false);
    });
  }

  it('needs a file', async () => {
    const { status, stderr } = await gilscope('sweep', 'render', '--out', inDirectory('bad.svg'));
    assert.equal(status, 2);
    assertOneSentence(stderr, /at least one of the two files/);
  });
});
