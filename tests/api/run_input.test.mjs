// What `gilscope run` is given: bad command lines, whose problems are all named at once, and workload files.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';

import {
  assertOneSentence, endEverything, gilscope, hasFigures, quickLook, quickReport, workload,
} from './command.mjs';

after(endEverything);

/** Usage errors: status 2, nothing on stdout, and on stderr every one of the patterns. */
async function assertUsage(args, ...patterns) {
  const result = await gilscope('run', ...args);
  assert.equal(result.status, 2, result.stderr);
  assert.equal(result.stdout, '');
  for (const pattern of patterns) assert.match(result.stderr, pattern);
}

describe('a bad command line', () => {
  it('is told all its problems at once', async () => {
    await assertUsage(
      ['count_primes', '-w', '0', '-m', 'fibers', '--builds', 'jit', '-p', 'n=9999', '-p', 'speed=1', '-p', 'nonsense',
        '--blocks', '0', '--budget', 'soon', '--deadline', '-1', '--memory-limit', 'lots'],
      /workers: /, /modes: .*fibers/, /builds: .*jit/, /n: .*10000/, /speed: .*no parameter/, /nonsense/,
      /blocks: /, /budget: .*soon/, /deadline: .*-1/, /memory-limit: .*lots/,
    );
  });

  const unknown = { '--modes': ['fibers', 'greenlets'], '--builds': ['jit', 'wasm'], '--interpreter': ['2.7', '1.5'] };
  for (const [option, values] of Object.entries(unknown)) {
    const patterns = values.map((value) => new RegExp(value.replace('.', '\\.')));
    it(`every unknown value of ${option} is named`, () =>
      assertUsage(['sleep', option, values.join(',')], ...patterns));
  }

  it('an unknown workload is told with the known ones, and does not hide the rest', async () => {
    await assertUsage(['fibonacci', '-m', 'fibers'], /fibonacci/, /count_primes/, /fibers/);
    await assertUsage(['/no/such/file.py', '-w', 'two'], /\/no\/such\/file\.py/, /workers: /);
  });

  for (const value of ['n=ten', 'n=1e5', 'n=10000.0', 'n=', 'n=5000001', 'n=99999999999999999999', 'n=true']) {
    it(`count_primes does not take ${value}`, () => assertUsage(['count_primes', '-p', value], /n: must be /));
  }

  it('unknown options and a missing workload are usage errors of one sentence', async () => {
    for (const args of [['run', '--fast', 'sleep'], ['run'], ['walk'], []]) {
      const { status, stdout, stderr } = await gilscope(...args);
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assertOneSentence(stderr, /--help/);
    }
  });

  it('--help is data', async () => {
    const { status, stdout, stderr } = await gilscope('run', '--help');
    assert.equal(status, 0);
    assert.match(stdout, /--workers/);
    assert.equal(stderr, '');
  });
});

describe('a file of one\'s own', () => {
  it('may import modules beside it, in interpreters of their own too', async () => {
    const { report } = await quickReport(workload('with_neighbour.py'), '-m', 'interpreters');
    assert.equal(report.cells.length, 4);
    for (const cell of report.cells) {
      assert.ok(hasFigures(cell), `${cell.interpreter} ${cell.mode}`);
      assert.deepEqual(JSON.parse(cell.checksum), [42, 'forty-two', null]);
    }
    assert.equal(report.workload.title, 'Takes its answer from a module beside it');
  });

  it('with COMPARE = False may return what it wants', async () => {
    const { report } = await quickReport(workload('differs_on_purpose.py'), '--builds', 'gil', '-m', 'threads');
    assert.ok(report.cells.every(hasFigures));
  });

  it('without run() is refused by a sentence that says so', async () => {
    const result = await quickLook(workload('without_run.py'));
    assert.equal(result.status, 1);
    assert.match(result.stderr, /without_run\.py has no function run\(\)/);
  });

  it('that is a directory is refused', async () => {
    await assertUsage([workload('')], /workload: /);
  });
});

describe('PARAMS', () => {
  const file = workload('parameters.py');
  const smallest = ['--builds', 'gil', '-m', 'sequential'];

  it('has defaults, with and without limits', async () => {
    const { report } = await quickReport(file, ...smallest);
    assert.deepEqual(report.workload.parameters, { plain: 5, limited: 1.5, text: 'a', flag: false, items: [1, 2] });
    assert.deepEqual(JSON.parse(report.cells[0].checksum), ['5', '1.5', 'a', false, [1, 2]]);
  });

  it('takes the type of the default, whatever is given', async () => {
    const given = ['-p', 'plain=-7', '-p', 'limited=2', '-p', 'text=7=7', '-p', 'flag=true', '-p', 'items=["x"]'];
    const { report } = await quickReport(file, ...smallest, ...given);
    assert.deepEqual(JSON.parse(report.cells[0].checksum), ['-7', '2.0', '7=7', true, ['x']]);
  });

  it('refuses what does not fit the default\'s type or limits, all at once', async () => {
    const given = ['-p', 'plain=1.5', '-p', 'limited=2.1', '-p', 'flag=yes', '-p', 'items=[1'];
    await assertUsage(
      [file, ...given],
      /plain: .*whole number/, /limited: .*at most 2/, /flag: .*true or false/, /items: /,
    );
  });

  it('with a default that JSON cannot hold are refused by a sentence that names them', async () => {
    const { status, stderr } = await quickLook(workload('bad_parameters.py'), ...smallest);
    assert.equal(status, 1);
    assert.match(stderr, /PARAMS/);
    assert.match(stderr, /type set/);
  });

  it('a whole number that is too large is refused, not changed', async () => {
    await assertUsage([file, ...smallest, '--blocks', '1', '-p', 'plain=18446744073709551615'], /plain: /);
  });
});
