// `gilscope sweep`, and the commands that work on its files: chart, export, finish.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import {
  assertEnded, assertNothingLeft, assertOneSentence, cellsOf, endEverything, gilscope, hasFigures, start,
  temporaryDirectory, waitFor, workload,
} from './command.mjs';
import { assertValid, problemsOf } from './report_schema.mjs';

const directory = temporaryDirectory();
const inDirectory = (name) => path.join(directory, name);
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const small = ['--builds', 'gil', '-m', 'threads', '--blocks', '1'];
const sweep = (...args) => gilscope('sweep', 'sleep', '-p', 'ms=30', ...small, ...args);

after(endEverything);

describe('a sweep', () => {
  const file = inDirectory('sweep.json');
  let result;
  let report;
  before(async () => {
    const options = ['--blocks', '1', '--json', file, '--workers', '1,2,4'];
    result = await gilscope('sweep', 'count_primes', '-p', 'n=10000', '-m', 'threads', ...options);
    assertEnded(result);
    report = read(file);
  });

  it('measures every mode of every build at every number of workers', () => {
    assert.equal(report.experiment, 'sweep');
    assert.deepEqual(report.workers, [1, 2, 4]);
    for (const workers of [1, 2, 4]) {
      for (const build of ['gil', 'ft']) {
        const cells = cellsOf(report, { build, workers });
        assert.deepEqual(cells.map(({ mode }) => mode), ['sequential', 'threads']);
        assert.ok(cells.every(hasFigures));
        assert.ok(cells.every(({ checksum }) => checksum === '1229'));
      }
    }
  });

  it('visits them in blocks, and measures the machine at each', () => {
    assert.deepEqual([...report.blocks.workers].sort(), [1, 2, 4]);
    const { by_workers: machine, spins } = report.machine_parallelism;
    assert.deepEqual(machine.map(({ workers }) => workers), [1, 2, 4]);
    assert.equal(spins.workers.filter((workers) => workers === 4).length, 2, 'before its block and at the end');
    for (const cell of report.cells) {
      assert.ok(cell.blocks.index.every((index) => report.blocks.workers[index] === cell.workers));
    }
  });

  it('has a verdict for each interpreter and number of workers', () => {
    assert.deepEqual(report.verdicts.map(({ build, workers }) => `${build} ${workers}`),
      ['gil 1', 'gil 2', 'gil 4', 'ft 1', 'ft 2', 'ft 4']);
  });

  it('is a file that the schema in the repository describes', () => {
    assertValid(report);
    assert.notDeepEqual(problemsOf({ ...report, experiment: 'dance' }), []);
  });

  it('prints a row a number of workers, in 80 columns', () => {
    const lines = result.stdout.split('\n');
    assert.deepEqual(lines.filter((line) => line.length > 80), []);
    for (const workers of [1, 2, 4]) {
      assert.equal(lines.filter((line) => new RegExp(`^ +${workers} +\\d`).test(line)).length, 2);
    }
    assert.equal(result.stderr, '');
  });

  it('leaves nothing but its report behind', async () => {
    await assertNothingLeft();
    assert.deepEqual(readdirSync(directory), ['sweep.json']);
  });

  it('is drawn, several files in one picture', async () => {
    const output = inDirectory('chart.svg');
    for (const kind of ['speedup', 'time', 'efficiency']) {
      const { status, stderr } = await gilscope('chart', file, file, '--kind', kind, '-o', output);
      assert.equal(status, 0, stderr);
      const svg = readFileSync(output, 'utf8');
      assert.ok(svg.startsWith('<svg ') && svg.endsWith('</svg>\n'));
      // So few blocks tell no share of the machine.
      const drawn = svg.match(/class="series threads"/g) ?? [];
      if (kind === 'efficiency') assert.equal(drawn.length > 0, report.cells.some((cell) => cell.share_of_machine !== null && cell.mode === 'threads'));
      else assert.equal(drawn.length, 4);
    }
    const printed = await gilscope('chart', file);
    assert.equal(printed.stdout, (await gilscope('chart', file, '-o', '-')).stdout, 'equal input, equal bytes');
  });

  it('is exported', async () => {
    const csv = (await gilscope('export', file)).stdout.trimEnd().split('\n');
    const samples = report.cells.reduce((sum, cell) => sum + cell.samples.round.length, 0);
    assert.equal(csv.length, 1 + samples);
    assert.match((await gilscope('export', file, '--format', 'markdown')).stdout, /^# sweep: count\\_primes n=10000/);
    const json = inDirectory('again.json');
    assert.equal((await gilscope('export', file, '--format', 'json', '-o', json)).status, 0);
    assert.equal(readFileSync(json, 'utf8'), readFileSync(file, 'utf8'));
  });
});

describe('the numbers of workers', () => {
  for (const workers of ['0', '1,0', '10000', '1..10000', '1,x', '-1']) {
    it(`"${workers}" is refused with a sentence`, async () => {
      const { status, stderr } = await sweep(`--workers=${workers}`, '--json', inDirectory('never.json'));
      assert.equal(status, 2, stderr);
      assertOneSentence(stderr, /workers: .*whole numbers from 1 to 256/);
    });
  }

  it('descending and repeated ones are put in order, and that is said', async () => {
    const file = inDirectory('order.json');
    const { status, stderr } = await sweep('--workers', '2,1,2', '--json', file);
    assert.equal(status, 3);
    assertOneSentence(stderr, /measured as 1, 2/);
    assert.deepEqual(read(file).workers, [1, 2]);
  });

  it('every problem at once', async () => {
    const { status, stderr } = await gilscope('sweep', 'nothing', '--workers', '0', '-m', 'fibers');
    assert.equal(status, 2);
    for (const field of ['workers', 'workload', 'modes']) assert.match(stderr, new RegExp(`^gilscope: ${field}: `, 'm'));
  });

  it('a sweep needs a workload', async () => {
    const { status, stderr } = await gilscope('sweep', '--workers', '1');
    assert.equal(status, 2);
    assertOneSentence(stderr, /workload/);
  });
});

describe('--format', () => {
  it('prints another form instead of the table', async () => {
    assert.match((await sweep('--workers', '1', '--format', 'csv')).stdout, /^workload,interpreter,/);
    assert.match((await sweep('--workers', '1', '--format', 'markdown')).stdout, /^# sweep: sleep/);
    assertValid(JSON.parse((await sweep('--workers', '1', '--format', 'json')).stdout));
  });

  it('is checked before the first round', async () => {
    for (const args of [['--format', 'xml'], ['--format', 'csv', '--json', '-']]) {
      const { status, stderr } = await sweep('--workers', '1', ...args);
      assert.equal(status, 2);
      assertOneSentence(stderr, /^gilscope: format: /);
    }
  });
});

describe('an interrupted run', () => {
  const file = inDirectory('killed.json');
  const partial = `${file}.partial`;
  const lines = () => (existsSync(partial) ? readFileSync(partial, 'utf8').split('\n').length - 1 : 0);

  it('leaves a line a round, which are finished into a report', async () => {
    const run = start(['sweep', 'sleep', '-p', 'ms=30', '-m', 'threads', '--workers', '1,2', '--json', file]);
    await waitFor(() => lines() > 9, 'ten lines');
    run.child.kill('SIGKILL');
    await run.done;
    assert.equal(existsSync(file), false);
    const kept = readFileSync(partial, 'utf8');
    writeFileSync(partial, `${kept}{"block": 1, "clo`); // as a crash may cut it off

    const again = await sweep('--workers', '1', '--json', file);
    assert.equal(again.status, 1);
    assertOneSentence(again.stderr, /killed\.json\.partial holds .* gilscope finish/);

    const finished = await gilscope('finish', partial);
    assert.equal(finished.status, 3, finished.stderr);
    assert.match(finished.stdout, /threads/);
    const report = read(file);
    assertValid(report);
    assert.equal(report.state, 'interrupted');
    assert.equal(report.experiment, 'sweep');
    assert.ok(report.blocks.counted + report.blocks.disturbed > 0);
    assert.equal(existsSync(partial), false);
    await assertNothingLeft();
  });

  it('that wrote no round can’t be finished', async () => {
    for (const [text, expected] of [['', /empty/], ['{}\n', /interrupted run/], ['x', /isn't JSON/]]) {
      writeFileSync(partial, text);
      const { status, stderr } = await gilscope('finish', partial, '-o', inDirectory('none.json'));
      assert.equal(status, 1);
      assertOneSentence(stderr, expected);
      assert.equal(existsSync(inDirectory('none.json')), false);
    }
    rmSync(partial);
  });

  it('isn’t finished over another report', async () => {
    writeFileSync(partial, '{}\n');
    writeFileSync(file, 'precious');
    const { status, stderr } = await gilscope('finish', partial);
    assert.equal(status, 1);
    assertOneSentence(stderr, /is there already/);
    assert.equal(readFileSync(file, 'utf8'), 'precious');
    rmSync(partial);
  });

  it('by Ctrl-C keeps what was measured', async () => {
    const report = inDirectory('cancelled.json');
    const run = start(['sweep', 'sleep', '-p', 'ms=30', '-m', 'threads', '--workers', '1,2', '--json', report]);
    await waitFor(() => existsSync(`${report}.partial`) && readFileSync(`${report}.partial`).length > 30_000, 'rounds');
    run.child.kill('SIGINT');
    const { status, stderr } = await run.done;
    assert.equal(status, 130, stderr);
    assertValid(read(report));
    assert.equal(read(report).state, 'cancelled');
    assert.equal(existsSync(`${report}.partial`), false);
    await assertNothingLeft();
  });
});

describe('files that are no reports', () => {
  const bad = inDirectory('bad.json');
  const cases = [
    ['', /it is empty/],
    ['<html>', /isn't JSON/],
    ['['.repeat(100_000), /deep/],
    ['{"kind": "gilscope-report", "schema": 1', /cut off/],
    ['{"schema": 3, "kind": "gilscope-report"}', /newer Gilscope/],
    ['{"kind": "recipe"}', /isn't a report/],
  ];
  for (const [text, expected] of cases) {
    it(`${text.slice(0, 40)}: one sentence, and no picture`, async () => {
      writeFileSync(bad, text);
      for (const command of ['chart', 'export']) {
        const output = inDirectory('none');
        const { status, stderr } = await gilscope(command, bad, '-o', output);
        assert.equal(status, 1);
        assertOneSentence(stderr, expected);
        assert.equal(existsSync(output), false);
      }
    });
  }

  it('a file that isn’t there, a directory, a place that can’t be written', async () => {
    for (const file of [inDirectory('nowhere.json'), directory]) {
      const { status, stderr } = await gilscope('chart', file);
      assert.equal(status, 1);
      assertOneSentence(stderr, /can't be read/);
    }
    const [nowhere, beacon] = ['/no/such/folder/x', inDirectory('never')];
    for (const args of [
      ['chart', bad, '-o', nowhere],
      ['export', bad, '-o', nowhere],
      ['sweep', workload('beacon.py'), '-p', `file=${beacon}`, '--json', directory],
      ['sweep', 'render', '--gil', bad, '--ft', bad, '--out', nowhere],
    ]) {
      const { status, stderr } = await gilscope(...args);
      assert.equal(status, 1, args.join(' '));
      assertOneSentence(stderr, /can't be written/);
    }
    assert.equal(existsSync(beacon), false, 'nothing was measured');
  });

  it('finishing into a place that can’t be written leaves the partial file', async () => {
    const partial = inDirectory('kept.json.partial');
    writeFileSync(partial, '{"kind": "gilscope-journal"}\n');
    const { status, stderr } = await gilscope('finish', partial, '-o', '/no/such/folder/x.json');
    assert.equal(status, 1);
    assertOneSentence(stderr, /can't be written/);
    assert.ok(existsSync(partial));
  });

  it('a kind that isn’t one', async () => {
    const { status, stderr } = await gilscope('chart', bad, '--kind', 'pie');
    assert.equal(status, 2);
    assertOneSentence(stderr, /speedup, time, efficiency/);
  });
});
