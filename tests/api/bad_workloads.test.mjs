// Workloads that misbehave: each is told to the person who wrote it, and none outlives or disturbs its run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';

import {
  assertEnded, assertNothingLeft, cellsOf, endEverything, gilscope, hasFigures, quickLook, quickReport, start,
  startEndless, temporaryDirectory, waitForEngines,
  waitForForked, workload,
} from './command.mjs';

const sequential = ['--builds', 'gil', '-m', 'sequential'];
const threads = ['--builds', 'gil', '-m', 'threads'];

// Each test looks for itself; what a failed one has left must not fail the next.
afterEach(endEverything);

async function assertFails(result, ...patterns) {
  const { status, stdout, stderr } = await result;
  assert.equal(status, 1, stderr);
  assert.equal(stdout, '', 'no table without figures');
  for (const pattern of patterns) assert.match(stderr, pattern);
  assert.ok(stderr.endsWith('\n') && /^gilscope: /m.test(stderr), `our own line stands by itself:\n${stderr}`);
  await assertNothingLeft();
  return stderr;
}

describe('failures', () => {
  it('an exception reaches its author, with its traceback', () =>
    assertFails(
      quickLook(workload('raises.py'), ...threads),
      /Traceback \(most recent call last\)/, /raises\.py", line 9, in run/, /return numerator \/ 0/,
      /ZeroDivisionError/,
    ));

  it('an exit of its process is told with the status', () =>
    assertFails(quickLook(workload('exits.py'), ...threads), /exited with status 7/));

  it('a crash is told with the signal and where Python was', () =>
    assertFails(quickLook(workload('segfaults.py'), ...threads), /SIGSEGV/, /segfaults\.py", line 7 in run/));

  it('a message of megabytes is told by its beginning and its end', async () => {
    const stderr = await assertFails(quickLook(workload('large_values.py'), '-p', 'raises=1', ...sequential), /begins herex/, /xends here/);
    assert.match(stderr, /more bytes left out/);
    assert.ok(stderr.length < 300_000, `${stderr.length}`);
  });

  it('threads that can’t be had are the engine’s failure, with the remedy', () =>
    assertFails(
      gilscope('run', workload('few_threads.py'), '-w', '40', '--blocks', '1', ...threads),
      /the engine .*cannot start thread \d+ of 40; ask for fewer workers/,
    ));

  it('a syntax error is shown where it is', () =>
    assertFails(quickLook(workload('syntax_error.py')), /syntax_error\.py", line 4/, /SyntaxError/));

  it('a value that JSON cannot hold is told with its type and the remedy', () =>
    assertFails(quickLook(workload('returns_set.py'), ...threads), /type set .*set is not JSON serializable/, /COMPARE = False/));

  it('different values in different modes: who disagreed is named', async () => {
    const stderr = await assertFails(quickLook(workload('differs.py'), '--builds', 'gil'));
    const said = { sequential: 'true', threads: 'false', interpreters: 'false', processes: 'true' };
    for (const [mode, value] of Object.entries(said)) {
      assert.match(stderr, new RegExp(`3\\.\\d+ ${mode}[^;]* -> ${value}`));
    }
  });
});

describe('no end', () => {
  it('run() that loops for ever ends at the deadline: 124', async () => {
    const result = await quickLook(workload('endless.py'), ...sequential, '--deadline', '2s');
    assert.equal(result.status, 124, result.stderr);
    assert.match(result.stderr, /deadline/);
    await assertNothingLeft();
  });

  it('an import that loops for ever ends at the deadline too', async () => {
    const result = await quickLook(workload('endless_import.py'), ...sequential, '--deadline', '2s');
    assert.equal(result.status, 124, result.stderr);
  });

  it('an import that loops for ever obeys SIGINT', async () => {
    const run = start(['run', workload('endless_import.py'), ...sequential]);
    await waitForEngines(run.pid);
    const begun = performance.now();
    run.child.kill('SIGINT');
    const { status } = await run.done;
    assert.equal(status, 130);
    await assertNothingLeft();
    assert.ok(performance.now() - begun < 5_000);
  });

  it('memory without end is stopped at the limit', () =>
    assertFails(
      quickLook(workload('allocates.py'), ...threads, '--memory-limit', '200M'),
      /200 MiB allowed/, /--memory-limit/,
    ));

  it('so it is during the import', () =>
    assertFails(
      quickLook(workload('allocates_on_import.py'), ...threads, '--memory-limit', '200M'),
      /200 MiB allowed/,
    ));

  it('children that print without end keep nobody from the deadline', async () => {
    const run = start(['run', workload('floods.py'), ...sequential, '--deadline', '2s']);
    await waitForForked(run.pid); // its turn has come
    const begun = performance.now();
    const { status, stderr } = await run.done;
    assert.equal(status, 124, stderr);
    assert.ok(performance.now() - begun < 8_000);
    await assertNothingLeft();
  });

  it('10 MB of output are bounded and shown, and the run succeeds', async () => {
    const options = ['--builds', 'gil', '-m', 'processes'];
    const { report, stderr } = await quickReport(workload('prints_much.py'), ...options);
    assert.ok(report.cells.every(hasFigures));
    assert.ok(report.output.startsWith('first line\n'));
    assert.ok(report.output.length <= 100_000, `${report.output.length}`);
    assert.ok(stderr.length <= 200_000, `${stderr.length}`);
    assert.match(stderr, /left out/);
  });
});

describe('children', () => {
  for (const [kind, mode] of [['group', 'threads'], ['session', 'processes'], ['family', 'threads']]) {
    it(`${mode}: a child that outlives run() (${kind}) does not outlive the run`, async () => {
      const result = await quickLook(workload('forks.py'), '-p', `kind=${kind}`, '--builds', 'gil', '-m', mode);
      assertEnded(result);
      await assertNothingLeft();
    });
  }

  it('one that returns is not taken for the engine, wherever it was forked', async () => {
    const { report } = await quickReport(workload('forks_and_returns.py'), ...threads);
    assert.ok(report.cells.every(hasFigures));
    assert.ok(report.cells[0].calls_per_worker > 1, 'the second call of a round is where it would go on');
    assert.deepEqual(report.cells.map(({ checksum }) => JSON.parse(checksum)), ['told by the engine', 'told by the engine']);
    assert.equal(report.output, '');
  });

  it('programs that it starts inherit neither the control channel nor the shared memory', async () => {
    const { report } = await quickReport(workload('lists_descriptors.py'), ...sequential);
    assert.equal(JSON.parse(report.cells[0].checksum), '');
  });

  it('interpreters may not fork, and only they are unavailable', async () => {
    const { report } = await quickReport(workload('forks.py'), '--builds', 'gil', '-m', 'interpreters');
    const [cell] = cellsOf(report, { mode: 'interpreters' });
    assert.match(cell.unavailable.reason, /fork/);
    assert.ok(hasFigures(cellsOf(report, { mode: 'sequential' })[0]));
  });

  it('one that is ended by SIGTERM takes nobody with it, and a broken pipe is an error of the call', async () => {
    const { report } = await quickReport(workload('ends_a_child.py'), '-m', 'processes');
    assert.ok(report.cells.every(hasFigures));
    assert.deepEqual(JSON.parse(report.cells[0].checksum), [15, 'a broken pipe is told']);
  });

  it('the end of a process is seen although its child holds its descriptors', async () => {
    const options = ['-p', 'kind=session', '-p', 'then=exit', ...sequential, '--deadline', '10s'];
    await assertFails(quickLook(workload('forks.py'), ...options), /exited with status 7/);
  });
});

describe('what is odd but right', () => {
  it('an integer of more digits than Python writes is compared all the same', async () => {
    const { report } = await quickReport(workload('large_values.py'), ...sequential);
    assert.match(report.cells[0].checksum, /^fnv1a:[0-9a-f]{16}:\d+$/);
  });

  it('collections on any worker’s thread are counted, whoever finishes first', async () => {
    const { report } = await quickReport(workload('collects_late.py'), ...threads);
    const [cell] = cellsOf(report, { mode: 'threads' });
    for (const count of cell.samples.collections) assert.equal(count, 5 * cell.calls_per_worker);
  });

  it('setup() is called for a run, not for a look at what can be run', async () => {
    const looked = await gilscope('run', workload('heavy_setup.py'), '-p', 'unknown=1');
    assert.match(looked.stderr, /unknown/);
    assert.doesNotMatch(looked.stderr, /setup\(\) was called/);
    await assertFails(quickLook(workload('heavy_setup.py'), ...sequential), /RuntimeError: setup\(\) was called/);
  });
});

describe('SIGKILL of gilscope in mid-run', () => {
  it('no engine survives', async () => {
    const run = await startEndless();
    run.child.kill('SIGKILL');
    await run.done;
    await assertNothingLeft();
  });

  for (const kind of ['group', 'session']) {
    it(`no child of user code survives (${kind})`, async () => {
      const run = start(['run', workload('forks.py'), '-p', `kind=${kind}`, ...sequential, '--blocks', '1000']);
      await waitForForked(run.pid);
      run.child.kill('SIGKILL');
      await run.done;
      await assertNothingLeft();
    });
  }
});

describe('a module that refuses subinterpreters', () => {
  it('so does a daemon thread', async () => {
    const { report } = await quickReport(workload('starts_daemon.py'));
    for (const cell of report.cells) assert.equal(hasFigures(cell), cell.mode !== 'interpreters', `${cell.build} ${cell.mode}`);
    assert.match(report.cells.find(({ mode }) => mode === 'interpreters').unavailable.reason, /daemon threads/);
  });

  it('makes that mode unavailable with its name and the reason; the others have figures', async () => {
    const file = path.join(temporaryDirectory(), 'report.json');
    const result = await quickLook(workload('wants_readline.py'), '-m', 'interpreters,processes', '--json', file);
    assertEnded(result);
    const { cells } = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(cells.length, 6);
    assert.ok(cells.filter(({ mode }) => mode !== 'interpreters').every(hasFigures));
    for (const { unavailable, speedup, time_ms: time } of cells.filter(({ mode }) => mode === 'interpreters')) {
      assert.equal(unavailable.module, 'readline');
      assert.match(unavailable.reason, /does not support loading in subinterpreters/);
      assert.deepEqual([speedup, time], [null, null]);
    }
    assert.match(result.stdout, /interpreters +unavailable: .*readline/);
    await assertNothingLeft();
  });
});
