// An extension module that turns the GIL of the free-threaded build back on: no cell passes as free-threaded then.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import {
  assertNothingLeft, cellsOf, endEverything, gilscope, hasFigures, quickLook, quickReport, temporaryDirectory,
  workload,
} from './command.mjs';

const directory = temporaryDirectory();

/** Builds the module for one installed interpreter; the suffix tells the interpreters which file is theirs. */
function compileFor({ id, build_flags: flags }) {
  const prefix = flags.match(/--prefix=([^']+)/)[1];
  const headers = readdirSync(path.join(prefix, 'include')).find((name) => name.startsWith('python3.'));
  const suffix = `cpython-${id.replace('.', '')}-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}-linux-gnu.so`;
  execFileSync('cc', ['-shared', '-fPIC', '-o', path.join(directory, `gil_user.${suffix}`),
    '-I', path.join(prefix, 'include', headers), workload('gil_user.c')]);
}

before(async () => {
  const { engines } = JSON.parse((await gilscope('doctor', '--json')).stdout);
  engines.forEach(compileFor);
  for (const name of ['imports_gil_user.py', 'hides_gil_user.py']) {
    copyFileSync(workload(name), path.join(directory, name));
  }
});
after(endEverything);

function assertMarked(report) {
  for (const cell of report.cells) {
    assert.ok(hasFigures(cell), `${cell.build} ${cell.mode}: ${cell.unavailable?.reason}`);
    assert.equal(cell.gil_enabled, true, `${cell.build} ${cell.mode}`);
    assert.equal(cell.gil_enabled_by, cell.build === 'ft' ? 'gil_user' : null, `${cell.build} ${cell.mode}`);
    assert.ok(cell.samples.gil_enabled.every((enabled) => enabled));
  }
  const warned = report.warnings.filter(({ code }) => code === 'gil_reenabled');
  assert.equal(warned.length, cellsOf(report, { build: 'ft' }).length, 'a warning for each such cell');
  assert.ok(warned.every(({ message, cell }) => message.includes('gil_user') && /3\.\d+t/.test(cell)));
}

describe('an extension module without Py_mod_gil', () => {
  it('marks every free-threaded cell and names the module; the GIL build is unaffected', async () => {
    const { report, stderr } = await quickReport(path.join(directory, 'imports_gil_user.py'));
    assert.equal(report.cells.length, 8);
    assertMarked(report);
    assert.match(stderr, /RuntimeWarning.*gil_user/, 'CPython\'s own warning is passed on');
    await assertNothingLeft();
  });

  it('is seen with the warning filtered too, and told in the table', async () => {
    const file = path.join(directory, 'report.json');
    const { stdout } = await quickLook(path.join(directory, 'hides_gil_user.py'), '--builds', 'ft', '--json', file);
    const report = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(report.cells.length, 4);
    assertMarked(report);
    assert.ok(!report.output.includes('RuntimeWarning'));
    assert.ok(report.verdicts.every(({ kind }) => kind !== 'scales'));
    assert.match(stdout, /threads .* GIL on/);
    assert.deepEqual(stdout.split('\n').filter((line) => line.length > 80), []);
  });
});
