// The benchmarks of Gilscope itself, each prints its figures and its ratio to the goal.
#pragma once

namespace gilscope::laboratory {

/// 10 separate runs of count_primes: how far do their results lie apart, and how close to the machine's
/// parallelism?
void repeatability(int runs);
/// Two independent sets of processes of the same: how many intervals contain 1.00?
void same_against_same(int runs);
/// float_constant on free-threaded threads, in a first and a second run.
void float_constant();
/// http_roundtrip, 32 workers, 50 ms, standard build.
void http_roundtrip();
/// Empty tasks: cost of one, and from the release to the first.
void dispatch();
/// A busy neighbour in a session of its own: no scaling verdict, blocks marked.
void busy_neighbour();
/// What the probe sees beside 1 and 16 spinners, with and without a GIL, and beside long native calls.
void scheduling_delay();
/// Each shipped workload and the verdict that it was written to show.
void verdicts();
/// /api/tasks: writes that reach the disk, reads, lists, and all of 100,000 in one answer.
void tasks();
/// The same at a fixed rate for a minute: errors, latency from the intended start, memory.
void tasks_in_open_loop();

/// The server's connections. Rates are compared in turns within one run.
void http_rate();
void http_silent();
void http_idle();
void http_slow();
void http_streams();
void http_stop(int runs);
/// A report file with a million samples: time and memory to load it.
void report_loading();
/// A picture of 10 series with 64 points each.
void chart_rendering();
/// count_primes at 1, 2, 4 and 8 workers: how long it takes, how wide the intervals are, Gilscope's own
/// share.
void sweep_of_cpu();
/// http_roundtrip up to 32 workers: how much each mode gains.
void sweep_of_io();

}  // namespace gilscope::laboratory
