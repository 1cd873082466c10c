// What every command owes its caller: no result lost without a word, and every usage error with status 2.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';

import { assertOneSentence, endEverything, gilscope, start, temporaryDirectory, waitFor, workload } from './command.mjs';
import { program } from './support.mjs';

after(endEverything);

const directory = temporaryDirectory();
const inDirectory = (name) => path.join(directory, name);

/** Through a shell, for its redirections. */
function shell(command) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command, 'bash', program], { encoding: 'utf8', timeout: 60_000 });
  return { status, stdout, stderr };
}

describe('a result that gets lost', () => {
  const collected = inDirectory('collected.json');
  writeFileSync(collected, JSON.stringify({
    python: '3.14.0', gil_enabled: true, task: 'cpu', n: 20000,
    points: [{ workers: 1, sequential: 100, threads: 101, interpreters: 60, processes: null }],
  }));
  const render = `"$1" sweep render --gil ${collected} --out -`;

  for (const command of [render, '"$1" --help', '"$1" --version', '"$1" doctor', '"$1" doctor --json']) {
    for (const lost of ['>/dev/full', '>&-']) {
      it(`${command.replace('"$1"', 'gilscope').replace(directory, '')} ${lost}`, () => {
        const { status, stderr } = shell(`${command} ${lost}`);
        assert.equal(status, 1, stderr);
        assertOneSentence(stderr, /standard output/);
      });
    }
  }

  it('an input that was closed is not taken for it, and nothing of it lands in another file', () => {
    const out = inDirectory('closed.svg');
    const { status } = shell(`"$1" sweep render --gil ${collected} --out ${out} >&- <&-`);
    assert.equal(status, 0); // nothing was printed, so nothing is lost
    assert.match(readFileSync(out, 'utf8'), /^<svg[^]*<\/svg>\s*$/);
  });

  it('a reader that has seen enough is no error', () => {
    const { stdout, stderr } = shell(`${render} | head -c 4`);
    assert.equal(stdout, '<svg');
    assert.equal(stderr, '');
  });
});

describe('a usage error', () => {
  const out = inDirectory('never');
  for (const [args, expected] of [
    [['run', 'sleep', '--json', ''], /--json.* is empty/],
    [['run', 'sleep', '--budget', ''], /--budget.* is empty/],
    [['run', 'sleep', '--send', ''], /--send.* is empty/],
    [['sweep', 'sleep', '--json', ''], /--json.* is empty/],
    [['sweep', 'collect', '--out', ''], /--out.* is empty/],
    [['sweep', 'render', '--gil', 'x', '--out', ''], /--out.* is empty/],
    [['chart', 'x.json', '-o', ''], /--output.* is empty/],
    [['export', 'x.json', '-o', ''], /--output.* is empty/],
    [['finish', 'x.partial', '-o', ''], /--output.* is empty/],
    [['serve', '--db', ''], /--db.* is empty/],
    [['health', 'nonsense'], /url: nonsense must be an address/],
    [['health', 'http://x:0'], /port/],
    [['run', 'sleep', '--send', 'notaurl', '--json', out], /--send: notaurl must be an address/],
    [['run', 'sleep', '--memory-limit', '1', '--json', out], /memory-limit: must be at least 16M/],
    [['bogus'], /there is no command 'bogus'; see gilscope --help/],
    [['bogus', '--json', 'x'], /there is no command 'bogus'/],
  ]) {
    it(`gilscope ${args.join(' ').replace(directory, '')}`, async () => {
      const { status, stdout, stderr } = await gilscope(...args);
      assert.equal(status, 2, stderr);
      assert.equal(stdout, '');
      assertOneSentence(stderr, expected);
      assert.equal(existsSync(out), false);
    });
  }

  it('an empty variable of the environment is none', async () => {
    const { status, stderr } = await start(['run', 'sleep', '-m', 'fibers'], { env: { GILSCOPE_SEND: '' } }).done;
    assert.equal(status, 2);
    assertOneSentence(stderr, /fibers/);
  });
});

it('Ctrl-C before the first block is over: one sentence, and null in the report', async () => {
  const [beacon, file] = [inDirectory('beacon'), inDirectory('stopped.json')];
  const run = start(['run', workload('beacon.py'), '-p', `file=${beacon}`, '-w', '2', '--json', file]);
  await waitFor(() => existsSync(beacon), 'the first call'); // of many, until every cell has warmed up
  run.child.kill('SIGINT');
  const { status, stdout, stderr } = await run.done;
  assert.equal(status, 130);
  assert.equal(stdout, '');
  assertOneSentence(stderr, /stopped before the first block was complete/);
  const { cells, verdicts } = JSON.parse(readFileSync(file, 'utf8'));
  assert.ok(cells.length > 0);
  for (const cell of cells) {
    for (const name of ['gil_enabled', 'time_ms', 'best_ms', 'cores_used', 'setup_ms', 'memory_mib']) {
      assert.equal(cell[name], null, name);
    }
  }
  assert.match(verdicts[0].sentence, /before the first block/);
});
