// Engine directories that are empty, broken or mixed up: one sentence that names the file, and no hang.
import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, before, describe, it } from 'node:test';

import {
  assertEnded, assertNothingLeft, assertOneSentence, endEverything, gilscope, temporaryDirectory,
} from './command.mjs';

const root = temporaryDirectory();
const run = ['run', 'sleep', '-p', 'ms=50', '-w', '2', '--blocks', '1', '-m', 'sequential'];
let standard;
let freeThreaded;

before(async () => {
  const { engines } = JSON.parse((await gilscope('doctor', '--json')).stdout);
  standard = engines.find(({ build }) => build === 'gil');
  freeThreaded = engines.find(({ build }) => build === 'ft');
});
afterEach(endEverything);

/** A new directory with one engine program, which `make(file)` puts there. */
function engineDirectory(id, make) {
  const directory = mkdtempSync(path.join(root, 'engines-'));
  const file = path.join(directory, `gilscope-engine-${id}`);
  make(file);
  return { directory, file };
}

const text = (content, mode) => (file) => writeFileSync(file, content, { mode });
const script = (...lines) => text(`#!/bin/sh\n${lines.join('\n')}\n`, 0o755);
const copyOf = (engine) => (file) => {
  copyFileSync(engine.program, file);
  chmodSync(file, 0o755);
};
const unwrapped = (output) => output.replaceAll(/\s+/g, ' ');
const literal = (name) => new RegExp(name.replaceAll('.', '\\.'));

/** run and serve end with that sentence, the doctor shows it and goes on: unfit. */
async function assertBroken(directory, named) {
  for (const command of [run, ['serve', '--port', '0']]) {
    const result = await gilscope(...command, '--engines', directory);
    assert.equal(result.status, 1, `${command[0]}: ${result.stderr}`);
    assertOneSentence(result.stderr, literal(named));
    assert.equal(result.stdout, '');
  }
  const doctor = await gilscope('doctor', '--engines', directory);
  assert.equal(doctor.status, 4);
  assert.equal(doctor.stderr, '');
  await assertNothingLeft();
  return unwrapped(doctor.stdout);
}

async function assertBrokenEngine({ directory, file }) {
  const doctor = await assertBroken(directory, file);
  assert.match(doctor, /broken: /);
  // Lines are broken at spaces only, so a path is found whole.
  assert.match(doctor, literal(file));
  const { engines } = JSON.parse((await gilscope('doctor', '--json', '--engines', directory)).stdout);
  assert.equal(engines.length, 1);
  assert.match(engines[0].problem, literal(file));
}

describe('no engines', () => {
  it('an empty directory is named', async () => {
    const directory = mkdtempSync(path.join(root, 'empty-'));
    await assertBroken(directory, directory);
  });

  it('a missing directory is named', () => assertBroken('/no/such/engines', '/no/such/engines'));

  it('other files in the directory are no engines', async () => {
    const { directory } = engineDirectory('3.13', copyOf(standard));
    for (const name of ['README', 'libpython3.13.so', '.gilscope-engine-3.12.partial']) {
      writeFileSync(path.join(directory, name), 'x');
    }
    const { engines } = JSON.parse((await gilscope('doctor', '--json', '--engines', directory)).stdout);
    assert.deepEqual(engines.map(({ id, problem }) => [id, problem]), [['3.13', null]]);
  });
});

describe('broken engines', () => {
  const broken = {
    'a file that is not executable': text('#!/bin/sh\n', 0o644),
    'a text file that is executable': text('This is no program.\n', 0o755),
    'an empty file': text('', 0o755),
    'a directory': (file) => mkdirSync(file),
    'a script that prints garbage': script('echo garbage'),
    'a script that prints JSON of another kind': script("echo '{\"version\": 3}'"),
    'a script that complains in many lines': script('seq 1 500 >&2', 'exit 3'),
    'a script that dies of a signal': script('kill -SEGV $$'),
    'a script whose interpreter is missing': text('#!/no/such/interpreter\n', 0o755),
  };
  for (const [what, make] of Object.entries(broken)) {
    it(what, () => assertBrokenEngine(engineDirectory('3.13', make)));
  }

  it('an engine under another version\'s name', () => assertBrokenEngine(engineDirectory('3.99', copyOf(standard))));
  it('an engine under the other build\'s name', () => assertBrokenEngine(engineDirectory('3.13t', copyOf(standard))));
});

describe('engines that describe themselves and then fail', () => {
  const describing = (...lines) => script(`[ "$1" = --describe ] && exec ${standard.program} --describe`, ...lines);
  const failing = {
    'one that ends at once': ['exit 3'],
    'one that dies of a signal': ['kill -KILL $$'],
    'one that speaks garbage': ['echo garbage >&3', 'exec sleep 20'],
    'one that speaks JSON of another kind': ['echo "[1]" >&3', 'exec sleep 20'],
  };
  for (const [what, lines] of Object.entries(failing)) {
    it(what, async () => {
      const { directory, file } = engineDirectory('3.13', describing(...lines));
      const { status, stdout, stderr } = await gilscope(...run, '--engines', directory, '--deadline', '15s');
      assert.equal(status, 1, stderr);
      assertOneSentence(stderr, literal(file));
      assert.equal(stdout, '');
      await assertNothingLeft();
    });
  }
});

describe('a good engine beside a broken one', () => {
  let directory;
  let brokenFile;
  before(() => {
    ({ directory, file: brokenFile } = engineDirectory('3.13t', script('echo garbage')));
    copyOf(standard)(path.join(directory, 'gilscope-engine-3.13'));
  });

  it('is used, and the broken one is not passed over in silence', async () => {
    const result = await gilscope(...run, '--engines', directory);
    assertEnded(result);
    assert.match(result.stdout, /Python 3\.13.* with the GIL/);
    assert.match(unwrapped(result.stdout + result.stderr), literal(brokenFile));
  });

  it('the broken one, asked for, is a sentence that names it', async () => {
    for (const option of [['--builds', 'ft'], ['--builds', 'gil,ft'], ['--interpreter', '3.13t']]) {
      const { status, stderr } = await gilscope(...run, '--engines', directory, ...option);
      assert.ok(status === 1 || status === 2, `${status}`);
      assertOneSentence(stderr, literal(brokenFile));
    }
  });

  it('an interpreter that is not there is told with those that are', async () => {
    const { status, stderr } = await gilscope(...run, '--engines', directory, '--interpreter', '2.7');
    assert.equal(status, 2);
    assertOneSentence(stderr, /2\.7.*3\.13/);
    assert.ok(freeThreaded, 'both builds are installed for the tests');
  });
});
