// `gilscope run` as a command: its report, its table, its filters and its ends.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, before, describe, it } from 'node:test';

import {
  assertEnded, assertNothingLeft, assertOneSentence, cellsOf, endEverything, gilscope, hasFigures, processes,
  quickLook, quickReport, start, startEndless, temporaryDirectory, waitFor, workload,
} from './command.mjs';
import { assertValid } from './report_schema.mjs';
import { program } from './support.mjs';

const modes = ['sequential', 'threads', 'interpreters', 'processes'];
const smallest = ['--builds', 'gil', '-m', 'sequential'];
const directory = temporaryDirectory();
const inDirectory = (name) => path.join(directory, name);
const calls = (file) => (existsSync(file) ? statSync(file).size : 0);

afterEach(endEverything);

describe('a whole run', () => {
  const file = inDirectory('report.json');
  let result;
  let report;
  before(async () => {
    result = await quickLook('count_primes', '-p', 'n=10000', '--json', file);
    assertEnded(result);
    report = JSON.parse(readFileSync(file, 'utf8'));
  });

  it('writes a report of the documented schema', () => {
    assert.equal(report.schema, 2);
    assert.equal(report.kind, 'gilscope-report');
    assert.equal(report.experiment, 'compare');
    assert.equal(report.state, 'done');
    assert.deepEqual(report.workload.parameters, { n: 10_000 });
    assert.deepEqual(report.interpreters.map(({ build }) => build), ['gil', 'ft']);
    for (const name of ['machine', 'machine_parallelism', 'blocks', 'verdicts', 'warnings', 'hash_seeds']) {
      assert.ok(name in report, name);
    }
  });

  it('has a cell with figures for every mode of both builds', () => {
    for (const build of ['gil', 'ft']) {
      const cells = cellsOf(report, { build });
      assert.deepEqual(cells.map(({ mode }) => mode), modes);
      for (const cell of cells) {
        assert.ok(hasFigures(cell));
        assert.equal(cell.workers, 2);
        assert.equal(cell.checksum, '1229');
        assert.equal(cell.gil_enabled, build === 'gil');
        assert.deepEqual(Object.keys(cell.speedup), ['value', 'low', 'high']);
        assert.ok(cell.speedup.value > 0);
        assert.equal(cell.speedup.low, null, 'one block has no interval');
      }
    }
  });

  it('keeps blocks and samples as columns of equal length', () => {
    for (const { blocks, samples } of report.cells) {
      assert.deepEqual(blocks.index, [0]);
      const lengths = new Set(Object.values(samples).map((column) => column.length));
      assert.equal(lengths.size, 1);
      assert.ok(samples.wall_ns.length >= 2 && samples.wall_ns.every((wall) => wall > 0));
      assert.ok(samples.warmup.every((warmup) => !warmup), 'a quick look has no warm-up');
      assert.ok(Object.values(blocks).every((column) => column.length === 1));
    }
  });

  it('says that one block is a quick look, and draws no conclusion', () => {
    assert.equal(report.quick_look, true);
    assert.ok(report.warnings.some(({ code }) => code === 'quick_look'));
    assert.deepEqual(report.verdicts.map(({ kind }) => kind), ['inconclusive', 'inconclusive']);
    assert.equal(result.status, 3);
  });

  it('prints a table of 80 columns, data on stdout and nothing else', () => {
    const lines = result.stdout.split('\n');
    assert.deepEqual(lines.filter((line) => line.length > 80), []);
    for (const mode of modes) assert.equal(lines.filter((line) => line.startsWith(`  ${mode} `)).length, 2, mode);
    assert.equal(result.stderr, '', 'no terminal, no progress line');
  });

  it('leaves no process and no partial file behind', async () => {
    await assertNothingLeft();
    assert.deepEqual(readdirSync(directory), ['report.json']);
  });
});

/** Lists of figures that belong together: as long as each other, and none below 0. */
function assertColumns(columns) {
  const lists = Object.values(columns);
  assert.deepEqual(lists.map(({ length }) => length), lists.map(() => lists[0].length));
  assert.ok(lists.flat().every((figure) => Number.isInteger(figure) && figure >= 0));
}

/** Of a cell: what the probe saw in each of its blocks, and what the report makes of that. */
function assertObserved({ build, mode, blocks, probes, scheduling_delay: delay }, counted) {
  assertColumns(probes);
  for (const block of probes.block) {
    assert.ok(blocks.observed_wall_ns[block] > 0, `${build} ${mode}: samples of a round`);
  }
  const pooled = probes.block.filter((block) => counted[block]).length;
  assert.equal(delay === null, pooled === 0, `${build} ${mode}`);
  if (delay === null) return;
  assert.ok(delay.samples > 0 && delay.samples <= pooled);
  assert.equal(delay.interval_ms, 10);
  const wait = build === 'gil' ? 'lock_wait_us' : 'pause_wait_us';
  assert.deepEqual(Object.keys(delay), ['wake_late_us', wait, 'samples', 'interval_ms', 'valid']);
  for (const percentiles of [delay.wake_late_us, delay[wait]]) {
    assert.equal(percentiles !== null, delay.valid);
    if (percentiles) assert.ok(percentiles.p50 <= percentiles.p95 && percentiles.p99 <= percentiles.max);
  }
}

describe('scheduling delay', () => {
  for (const [build, watched] of [['gil', ['threads', 'interpreters']], ['ft', ['threads', 'processes']]]) {
    it(`a probe watches ${watched.join(' and ')} of ${build} in rounds that aren't timed`, async () => {
      const file = inDirectory(`observed-${build}.json`);
      const selection = ['--builds', build, '-m', watched.join(), '--blocks', '2'];
      await gilscope('run', 'count_primes', '-w', '2', '-p', 'n=10000', ...selection, '--json', file);
      const report = JSON.parse(readFileSync(file, 'utf8'));
      assertValid(report);
      const counted = report.blocks.disturbed_because.map((reason) => reason === null);
      for (const cell of report.cells) assertObserved(cell, counted);
      assert.deepEqual(report.cells.map(({ mode }) => mode), ['sequential', ...watched]);
      assert.ok(report.cells.some(({ probes }) => probes.lock_wait_ns.length > 0));
      const timed = report.cells.map(({ samples: { warmup } }) => warmup.filter((each) => !each).length);
      assert.ok(timed.every((rounds) => rounds >= 2 * 2), 'the timed rounds are all there');
    });
  }

  it('none in a quick look', async () => {
    const { report } = await quickReport('count_primes', '-p', 'n=10000', ...smallest);
    assertValid(report);
    for (const { scheduling_delay: delay, probes, blocks } of report.cells) {
      assert.equal(delay, null);
      assert.deepEqual(probes, { block: [], wake_late_ns: [], lock_wait_ns: [] });
      assert.deepEqual(blocks.observed_wall_ns, [0]);
    }
  });
});

describe('filters', () => {
  it('modes and builds; sequential is everyone\'s baseline', async () => {
    const { report } = await quickReport('count_primes', '-p', 'n=10000', '--modes', 'processes', '--builds', 'ft');
    assert.deepEqual(report.cells.map(({ build, mode }) => `${build} ${mode}`), ['ft sequential', 'ft processes']);
  });

  it('an exact interpreter, named twice', async () => {
    const engines = JSON.parse((await gilscope('doctor', '--json')).stdout).engines;
    const { id } = engines.find(({ build }) => build === 'ft');
    const { report } = await quickReport('sleep', '-p', 'ms=50', '--interpreter', `${id},${id}`, '-m', 'sequential');
    assert.deepEqual(report.cells.map(({ interpreter }) => interpreter), [id]);
  });
});

describe('where the report goes', () => {
  it('an unwritable path is found before the first round', async () => {
    const beacon = inDirectory('never');
    for (const target of ['/no/such/folder/report.json', directory]) {
      const result = await quickLook(workload('beacon.py'), '-p', `file=${beacon}`, '--json', target);
      assert.equal(result.status, 1);
      assertOneSentence(result.stderr, new RegExp(target));
      assert.equal(result.stdout, '');
    }
    assert.equal(calls(beacon), 0);
  });

  it('a pipe, as a shell gives it for >(command), takes the report', () => {
    const args = ['run', 'sleep', '-p', 'ms=50', '--blocks', '1', ...smallest, '--json', '/dev/fd/3'];
    const shell = spawnSync('sh', ['-c', '{ "$0" "$@" 3>&1 >&2 | cat; }', program, ...args], { encoding: 'utf8' });
    assert.ok(shell.stdout.startsWith('{'), shell.stderr);
    assert.equal(JSON.parse(shell.stdout).kind, 'gilscope-report');
  });

  it('a device stays a device', async (test) => {
    const device = inDirectory('null');
    if (spawnSync('mknod', [device, 'c', '1', '3']).status !== 0) return test.skip('only root can make one');
    assertEnded(await quickLook('sleep', '-p', 'ms=50', ...smallest, '--json', device));
    assert.ok(lstatSync(device).isCharacterDevice());
  });

  it('a link is followed, an older report replaced', async () => {
    const [link, target] = [inDirectory('link.json'), inDirectory('target.json')];
    writeFileSync(target, 'old');
    symlinkSync(target, link);
    assertEnded(await quickLook('sleep', '-p', 'ms=50', ...smallest, '--json', link));
    assert.equal(JSON.parse(readFileSync(target, 'utf8')).kind, 'gilscope-report');
  });

  it('a run that fails leaves an older report alone and makes no empty one', async () => {
    const [old, fresh] = [inDirectory('old.json'), inDirectory('fresh.json')];
    writeFileSync(old, 'old');
    for (const file of [old, fresh]) {
      assert.equal((await quickLook(workload('raises.py'), ...smallest, '--json', file)).status, 1);
    }
    assert.equal(readFileSync(old, 'utf8'), 'old');
    assert.equal(existsSync(fresh), false);
  });
});

describe('a deadline', () => {
  it('ends the run with status 124 and what was measured', async () => {
    const [beacon, file] = [inDirectory('deadline'), inDirectory('deadline.json')];
    const options = ['-p', `file=${beacon}`, ...smallest, '--blocks', '100', '--deadline', '5s', '--json', file];
    const result = await gilscope('run', workload('beacon.py'), '-w', '2', ...options);
    assert.equal(result.status, 124, result.stderr);
    assert.match(result.stderr, /deadline/);
    assert.match(result.stdout, /sequential/);
    const report = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(report.state, 'deadline');
    // So many calls are made before the second round of the first block; a very busy machine may not get there.
    if (calls(beacon) > 60) assert.ok(report.cells[0].samples.wall_ns.length > 0);
    await assertNothingLeft();
  });
});

describe('a signal', () => {
  it('SIGINT in mid-run ends it at once, with what was measured', async () => {
    const [beacon, file] = [inDirectory('sigint'), inDirectory('sigint.json')];
    const options = ['-p', `file=${beacon}`, ...smallest, '--blocks', '1000', '--json', file];
    const run = start(['run', workload('beacon.py'), '-w', '2', ...options]);
    await waitFor(() => calls(beacon) > 60, 'the second round', 60_000);
    const engines = processes(run.pid);
    assert.ok(engines.length > 0);
    const begun = performance.now();
    run.child.kill('SIGINT');
    const result = await run.done;
    assert.equal(result.status, 130);
    assert.ok(performance.now() - begun < 5_000, 'it would have taken hours');
    assert.match(result.stderr, /cancelled/);
    assert.match(result.stdout, /sequential/);
    const report = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(report.state, 'cancelled');
    assert.ok(report.cells[0].samples.wall_ns.length > 0);
    assert.deepEqual(engines.filter((pid) => existsSync(`/proc/${pid}`)), []);
    await assertNothingLeft();
  });

  for (const [signal, status] of [['SIGINT', 130], ['SIGTERM', 143]]) {
    it(`${signal} while a workload never returns: ${status}`, async () => {
      const run = await startEndless();
      run.child.kill(signal);
      assert.equal((await run.done).status, status);
      await assertNothingLeft();
    });
  }

  it('SIGINT while another run has the machine', async () => {
    const first = await startEndless();
    const second = start(['run', 'sleep', ...smallest]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    second.child.kill('SIGINT');
    assert.equal((await second.done).status, 130);
    first.child.kill('SIGINT');
    assert.equal((await first.done).status, 130);
    await assertNothingLeft();
  });
});
