// Made-up reports and runs, in the shape that backend/bench/report_json.cpp and backend/runs/run.cpp give them.

export function cell(interpreter, mode, [value, low, high], more = {}) {
  const free = interpreter.endsWith('t');
  return {
    interpreter,
    build: free ? 'ft' : 'gil',
    mode,
    workers: 2,
    gil_enabled: !free,
    gil_enabled_by: null,
    checksum: '17984',
    calls_per_worker: 1,
    measured_calls: null,
    unavailable: null,
    time_ms: { value: 400 / value, low: 398 / value, high: 402 / value },
    best_ms: 400 / value - 1,
    speedup: { value, low, high },
    speedup_against_gil: null,
    share_of_machine: value / 1.947,
    cores_used: value,
    setup_ms: 12.3456,
    memory_mib: 14.25,
    peak_mib: 15,
    ...more,
  };
}

export function unavailableCell(interpreter, mode, reason) {
  const nothing = { time_ms: null, speedup: null, share_of_machine: null, checksum: '' };
  return cell(interpreter, mode, [1, 1, 1], { ...nothing, unavailable: { reason, module: 'numpy' } });
}

export function verdict(interpreter, kind, fastest, more = {}) {
  return {
    interpreter,
    build: interpreter.endsWith('t') ? 'ft' : 'gil',
    kind,
    sentence: 'Threads gain nothing from 2 workers: 0.99x [0.98-1.01].',
    advice: 'Move the work to interpreters (1.93x), where it runs in parallel.',
    fastest,
    evidence: [{ name: 'speedup', value: 0.99, unit: 'x' }, { name: 'run_queue_share', value: 1.25, unit: '%' }],
    ...more,
  };
}

export function report(more = {}) {
  return {
    schema: 1,
    experiment: 'compare',
    state: 'done',
    stopped_because: 'converged',
    workload: { name: 'count_primes', title: 'Count the primes below n', parameters: { n: 200000 } },
    workers: 2,
    waiting: false,
    machine_parallelism: { value: 1.947, low: 1.931, high: 1.957 },
    blocks: { counted: 6, disturbed: 0 },
    cells: [
      cell('3.13', 'sequential', [1, 1, 1]),
      cell('3.13', 'threads', [0.99, 0.98, 1.01]),
      cell('3.13', 'interpreters', [1.93, 1.9, 1.96]),
      cell('3.13', 'processes', [1.8, 1.77, 1.83]),
      cell('3.13t', 'sequential', [1, 1, 1]),
      cell('3.13t', 'threads', [1.92, 1.89, 1.94]),
      cell('3.13t', 'interpreters', [1.9, 1.86, 1.93]),
      unavailableCell('3.13t', 'processes', 'numpy refuses'),
    ],
    verdicts: [
      verdict('3.13', 'lock_bound', 'interpreters'),
      verdict('3.13t', 'scales', null, {
        sentence: 'Threads gain 1.92x [1.89-1.94] from 2 workers on 1.9 cores without a GIL.',
        advice: 'Use threads on the free-threaded build, where they share memory.',
      }),
    ],
    warnings: [{ code: 'unavailable', message: 'Not measured: numpy refuses', remedy: 'Use one of the other modes.', cell: '3.13t processes x2' }],
    output: '',
    ...more,
  };
}

/** One block: values without intervals. */
export function quickLook() {
  const bare = (estimate) => estimate && { value: estimate.value, low: null, high: null };
  const full = report({ blocks: { counted: 1, disturbed: 0 } });
  return {
    ...full,
    machine_parallelism: bare(full.machine_parallelism),
    cells: full.cells.map((each) => ({ ...each, speedup: bare(each.speedup), time_ms: bare(each.time_ms) })),
    verdicts: full.verdicts.map((each) => ({ ...each, kind: 'inconclusive', fastest: null })),
    warnings: [{ code: 'quick_look', message: 'A quick look', remedy: 'Ask for at least 6 blocks.', cell: null }],
  };
}

/** A sweep over 1, 2 and 4 workers. */
export function sweepReport() {
  const cells = [1, 2, 4].flatMap((workers) => report().cells.filter(({ unavailable }) => !unavailable).map((each) => {
    const gain = each.mode === 'sequential' ? 1 : Math.min(workers, each.speedup.value);
    return cell(each.interpreter, each.mode, [gain, gain * 0.97, gain * 1.03], { workers });
  }));
  const verdicts = [1, 2, 4].flatMap((workers) => report().verdicts.map((each) => ({ ...each, workers, sentence: `${each.sentence} (${workers})` })));
  const byWorkers = [1, 2, 4].map((workers) => ({ workers, value: Math.min(workers, 1.95), low: null, high: null }));
  const machine = { ...report().machine_parallelism, by_workers: byWorkers };
  return report({ experiment: 'sweep', workers: [1, 2, 4], usable_cores: 2, cells, verdicts, machine_parallelism: machine, warnings: [] });
}

let count = 0;

/** A run as the API tells it; a report makes it `done`. */
export function run(more = {}) {
  count += 1;
  const done = Boolean(more.report);
  return {
    id: `0193fb2e-1111-7000-8000-${String(count).padStart(12, '0')}`,
    experiment: more.report?.experiment ?? 'compare',
    name: 'count_primes, 2 workers',
    state: done ? 'done' : 'running',
    failure: null,
    imported: false,
    created_at: '2026-11-30T20:00:00.000001+00:00',
    started_at: '2026-11-30T20:00:00.100000+00:00',
    finished_at: done ? '2026-11-30T20:00:12.100000+00:00' : null,
    request: {
      experiment: 'compare', workload: 'count_primes', parameters: { n: 200000 }, workers: more.report?.workers ?? 2,
      modes: ['sequential', 'threads', 'interpreters', 'processes'], builds: ['gil', 'ft'], budget_s: null, blocks: null, pin: true,
    },
    machine: { cpu_model: 'A processor', usable_cores: 2 },
    progress: done ? null : progress(),
    headline: done ? [{ interpreter: '3.13', build: 'gil', fastest: 'interpreters', speedup: { value: 1.93, low: 1.9, high: 1.96 }, verdict: 'lock_bound' }] : null,
    report: null,
    ...more,
  };
}

export const progress = (more = {}) => ({
  phase: 'measuring', queue_position: 0, block: 2, blocks_expected: 6, round: 3, rounds: 4, elapsed_ms: 7000, remaining_ms: 12000, fraction: 0.37, ...more,
});
