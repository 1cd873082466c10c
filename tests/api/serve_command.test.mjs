// `gilscope serve` as a command: what it says when it can't start, and what it knows once it has.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';

import {
  assertOneSentence, endEverything, gilscope, start, temporaryDirectory, waitFor, workload,
} from './command.mjs';
import { get, startServer } from './support.mjs';

const directory = temporaryDirectory();

afterEach(endEverything);

async function assertRefused(args, status, pattern) {
  const result = await gilscope('serve', '--port', '0', ...args);
  assert.equal(result.status, status, result.stderr);
  assertOneSentence(result.stderr, pattern);
  assert.equal(result.stdout, '');
}

describe('a start that fails', () => {
  it('a port in use', async () => {
    const server = await startServer();
    const result = await gilscope('serve', '--port', String(server.port));
    assert.equal(result.status, 1);
    assertOneSentence(result.stderr, new RegExp(`port ${server.port} .*in use.*--port`));
    assert.equal((await get(server, '/api/health')).status, 200, 'the first one goes on');
    await server.stop();
  });

  const refused = [
    ['an unknown option', ['--fast'], 2, /--fast/],
    ['an argument too many', ['now'], 2, /now/],
    ['a port that is none', ['--port', '65536'], 2, /--port.*65535/],
    ['a port that is no number', ['--port', 'http'], 2, /--port/],
    ['a queue that is none', ['--queue', '-1'], 2, /--queue/],
    ['an unknown build', ['--default-build', 'jit'], 2, /--default-build/],
    ['an unknown log level', ['--log-level', 'loud'], 2, /--log-level/],
    ['a limit that is none', ['--benchmark-limit', 'soon'], 2, /--benchmark-limit.*soon/],
    ['a database that is a directory', ['--db', directory], 1, /cannot open the database \/.*is a directory.*--db/],
    ['a database in no directory', ['--db', '/no/such/a.db'], 1, /database \/no\/such\/a\.db: .*\/no\/such.*--db/],
    ['a database that is none', ['--db', workload('raises.py')], 1, /raises\.py: .*not a database/],
    ['a host that is not here', ['--host', '192.0.2.1'], 1, /192\.0\.2\.1/],
    ['a directory of workloads that is not there', ['--workloads', '/no/such'], 1, /--workloads.*\/no\/such/],
    ['a directory of workloads that is a file', ['--workloads', workload('raises.py')], 1, /--workloads.*raises\.py/],
  ];
  for (const [what, args, status, pattern] of refused) it(what, () => assertRefused(args, status, pattern));
});

describe('a start that succeeds', () => {
  it('one line says which interpreters there are, which is the default and whether its GIL is on', async () => {
    const run = start(['serve', '--port', '0', '--default-build', 'ft']);
    let said = '';
    run.child.stderr.on('data', (text) => (said += text));
    await waitFor(() => said.includes('\n'), 'the greeting');
    const [line] = said.split('\n');
    assert.match(line, /http:\/\/127\.0\.0\.1:\d+ /);
    assert.match(line, /3\.\d+ \(3\.\d+\.\d+\), 3\.\d+t \(3.*; default 3\.\d+t, its GIL is off; database :memory:$/);
    run.child.kill('SIGINT');
    const { status, stdout } = await run.done;
    assert.equal(status, 0);
    assert.equal(stdout, '');
  });

  it('the database is where --db says, else in the data directory, which is made', async () => {
    const home = path.join(directory, 'home');
    mkdirSync(home);
    const named = path.join(directory, 'named.db');
    const cases = [
      [{}, path.join(home, '.local/share/gilscope/gilscope.db')],
      [{ XDG_DATA_HOME: 'not/absolute' }, path.join(home, '.local/share/gilscope/gilscope.db')],
      [{ XDG_DATA_HOME: path.join(home, 'data') }, path.join(home, 'data/gilscope/gilscope.db')],
      [{ GILSCOPE_DB: named }, named],
    ];
    for (const [environment, expected] of cases) {
      const run = start(['serve', '--port', '0'], { env: { HOME: home, GILSCOPE_DB: '', ...environment } });
      let said = '';
      run.child.stderr.on('data', (text) => (said += text));
      await waitFor(() => said.includes('\n'), 'the greeting');
      assert.ok(said.split('\n')[0].endsWith(`; database ${expected}`), said);
      run.child.kill('SIGTERM');
      assert.equal((await run.done).status, 0);
      assert.ok(existsSync(expected), 'the file stays');
      if (expected !== named) assert.equal(statSync(path.dirname(expected)).mode & 0o777, 0o700);
    }
  });

  it('the default build is that of health and of a benchmark without build', async () => {
    const server = await startServer('--default-build', 'ft');
    assert.equal((await get(server, '/api/health')).json.gil_enabled, false);
    const lists = (await get(server, '/api/interpreters')).json;
    assert.match(lists.default, /^3\.\d+t$/);
    const { json } = await get(server, '/api/benchmark?n=10000&workers=2&repeats=1&modes=sequential');
    assert.deepEqual(json.details.map(({ build }) => build), ['ft']);
    await server.stop();
  });
});

describe('lists', () => {
  it('interpreters: both builds, with version, compiler and flags', async () => {
    const server = await startServer();
    const { json } = await get(server, '/api/interpreters');
    assert.deepEqual(new Set(json.interpreters.map(({ build }) => build)), new Set(['gil', 'ft']));
    for (const entry of json.interpreters) {
      assert.match(entry.version, /^3\.\d+\.\d+/);
      assert.equal(entry.gil_enabled, entry.build === 'gil');
      assert.ok(entry.compiler && entry.optimization && entry.build_flags);
    }
    await server.stop();
  });

  it('workloads: the shipped ones and one\'s own, a broken one with its problem', async () => {
    const own = path.join(directory, 'own');
    mkdirSync(own);
    const parameters = 'PARAMS = {"n": {"default": 1, "minimum": 0, "unit": "s"}}';
    const lines = ['"""Mine', '', 'All mine.', '"""', parameters, 'def run(n):', '    return n', ''];
    writeFileSync(path.join(own, 'mine.py'), lines.join('\n'));
    writeFileSync(path.join(own, 'broken.py'), 'def run(:\n');
    writeFileSync(path.join(own, '_helper.py'), 'raise RuntimeError\n');
    writeFileSync(path.join(own, 'notes.txt'), 'no workload\n');
    // What an editor leaves beside a file that it has open, a link to nowhere, and no file at all.
    symlinkSync('user@host:1', path.join(own, '.#mine.py'));
    symlinkSync('nowhere', path.join(own, 'gone.py'));
    mkdirSync(path.join(own, 'folder.py'));
    const server = await startServer('--workloads', own);
    const { json } = await get(server, '/api/workloads');
    const known = Object.fromEntries(json.workloads.map((entry) => [entry.name, entry]));
    const shipped = [
      'additions', 'count_primes', 'float_constant', 'http_roundtrip', 'make_containers', 'regex_backtrack', 'sha256',
      'shared_dict', 'shared_floats', 'shared_lock', 'short_releases', 'sleep',
    ];
    assert.deepEqual(Object.keys(known).sort(), [...shipped, 'broken', 'mine'].sort());
    assert.deepEqual(known.mine, {
      name: 'mine', title: 'Mine', description: 'All mine.',
      parameters: [{ name: 'n', default: 1, minimum: 0, maximum: null, unit: 's' }],
    });
    assert.match(known.broken.problem, /SyntaxError/);
    for (const name of shipped) assert.ok(known[name].title && !known[name].problem, name);
    await server.stop();
  });
});
