// Made-up answers of GET /api/benchmark, in the shape that backend/http/benchmark_answer.cpp gives them.

export function cell(interpreter, mode, [value, low, high], more = {}) {
  const free = interpreter.endsWith('t');
  return {
    interpreter,
    build: free ? 'ft' : 'gil',
    mode,
    gil_enabled: !free,
    checksum: 17984,
    setup_ms: 12.3456,
    run_ms: { best: 400 / value - 1, median: 400 / value },
    speedup: { value, low, high },
    machine_parallelism: { value: 1.947, low: 1.931, high: 1.957 },
    share_of_machine: value / 1.947,
    cores_used: value,
    memory_mib: 14.25,
    warnings: [],
    ...more,
  };
}

export function unavailableCell(interpreter, mode, reason) {
  const nothing = { gil_enabled: null, checksum: null, setup_ms: null, run_ms: null, speedup: null };
  const more = { share_of_machine: null, cores_used: null, memory_mib: null, unavailable: { reason, module: 'numpy' } };
  const warnings = [{ code: 'unavailable', message: `Not measured: ${reason}`, remedy: 'Use one of the other modes.' }];
  return cell(interpreter, mode, [1, 1, 1], { ...nothing, ...more, warnings });
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

export function answer(more = {}) {
  return {
    gil_enabled: true,
    workers: 2,
    task: 'cpu',
    checksum: 17984,
    results_ms: { sequential: 412.3, threads: 416.4, interpreters: 219.6, processes: 240.1 },
    n: 200000,
    details: [
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
    warnings: [],
    blocks: { counted: 6, disturbed: 0 },
    ...more,
  };
}

/** One block: values without intervals. */
export function quickLook() {
  const full = answer({ blocks: { counted: 1, disturbed: 0 } });
  const bare = (estimate) => estimate && { value: estimate.value, low: null, high: null };
  const details = full.details.map((each) => ({
    ...each,
    speedup: bare(each.speedup),
    machine_parallelism: bare(each.machine_parallelism),
  }));
  const verdicts = full.verdicts.map((each) => ({ ...each, kind: 'inconclusive', fastest: null }));
  const warnings = [{ code: 'quick_look', message: 'A quick look', remedy: 'Ask for at least 6 repeats.' }];
  return { ...full, details, verdicts, warnings };
}
