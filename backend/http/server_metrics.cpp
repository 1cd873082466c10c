#include "http/server_metrics.h"

#include "machine/own_usage.h"

namespace gilscope::http {

namespace {

void watch_process(metrics::Metrics& metrics) {
    using Kind = metrics::Metrics::Kind;
    metrics.watch("process_cpu_seconds_total", "CPU time of the server itself, user and system",
                  Kind::counter,
                  [] { return std::chrono::duration<double>(machine::own_cpu_time()).count(); });
    metrics.watch("process_resident_memory_bytes", "Memory of the server itself", Kind::gauge,
                  [] { return static_cast<double>(machine::own_resident_bytes()); });
    metrics.watch("process_open_fds", "Open file descriptors", Kind::gauge,
                  [] { return static_cast<double>(machine::own_open_files()); });
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    metrics.watch("process_start_time_seconds", "When the server started, since 1970", Kind::gauge,
                  [started = std::chrono::duration<double>(now).count()] { return started; });
}

}  // namespace

void watch_server(metrics::Metrics& metrics, const ConnectionLoop& loop, const runs::RunQueue& queue,
                  engine::Spawner& spawner) {
    using Kind = metrics::Metrics::Kind;
    metrics.watch("gilscope_http_connections", "Open connections", Kind::gauge,
                  [&loop] { return static_cast<double>(loop.connection_count()); });
    metrics.watch("gilscope_http_workers", "Threads that answer requests", Kind::gauge,
                  [&loop] { return static_cast<double>(loop.worker_count()); });
    metrics.watch("gilscope_http_event_streams", "Open event streams", Kind::gauge,
                  [&loop] { return static_cast<double>(loop.stream_count()); });
    metrics.watch("gilscope_queue_length", "Benchmarks and runs that wait for their turn", Kind::gauge,
                  [&queue] { return static_cast<double>(queue.waiting()); });
    metrics.watch("gilscope_engines_alive", "Engine processes", Kind::gauge,
                  [&spawner] { return static_cast<double>(spawner.engine_count()); });
    watch_process(metrics);
}

}  // namespace gilscope::http
