// What /metrics says of a server besides its requests.
#pragma once

#include "engine/spawner.h"
#include "http/connection_loop.h"
#include "metrics/metrics.h"
#include "runs/run_queue.h"

namespace gilscope::http {

/// All of them outlive `metrics`' last text().
void watch_server(metrics::Metrics& metrics, const ConnectionLoop& loop, const runs::RunQueue& queue,
                  engine::Spawner& spawner);

}  // namespace gilscope::http
