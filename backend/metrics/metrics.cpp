#include "metrics/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <map>
#include <mutex>
#include <shared_mutex>
#include <sstream>
#include <tuple>
#include <vector>

namespace gilscope::metrics {

namespace {

// From answers out of memory to the longest benchmark.
const prometheus::Histogram::BucketBoundaries seconds{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
                                                      0.25,   0.5,   1,      2.5,   10,   30,    120};

struct Watched {
    std::string name;
    std::string help;
    Metrics::Kind kind;
    std::function<double()> read;
};

prometheus::MetricFamily read_now(const Watched& watched) {
    prometheus::ClientMetric metric;
    prometheus::MetricFamily family{watched.name, watched.help, prometheus::MetricType::Gauge, {}};
    if (watched.kind == Metrics::Kind::counter) {
        family.type = prometheus::MetricType::Counter;
        metric.counter.value = watched.read();
    } else {
        metric.gauge.value = watched.read();
    }
    family.metric.push_back(std::move(metric));
    return family;
}

}  // namespace

struct Metrics::Parts {
    struct OfRoute {
        prometheus::Counter* requests;
        prometheus::Histogram* durations;
    };
    using RouteKey = std::tuple<std::string, std::string, int>;

    OfRoute& of_route(const RouteKey& key) {
        {
            const std::shared_lock lock(mutex);
            const auto found = by_route.find(key);
            if (found != by_route.end()) {
                return found->second;
            }
        }
        const auto& [pattern, method, status_class] = key;
        const std::lock_guard lock(mutex);
        auto& counter = requests.Add(
            {{"pattern", pattern}, {"method", method}, {"status", std::to_string(status_class) + "xx"}});
        auto& histogram = durations.Add({{"pattern", pattern}, {"method", method}}, seconds);
        return by_route.try_emplace(key, OfRoute{&counter, &histogram}).first->second;
    }

    prometheus::Registry registry;
    prometheus::Family<prometheus::Counter>& requests =
        prometheus::BuildCounter()
            .Name("gilscope_http_requests_total")
            .Help("Answered requests; unknown paths and what was no request have the pattern \"none\"")
            .Register(registry);
    prometheus::Family<prometheus::Histogram>& durations =
        prometheus::BuildHistogram()
            .Name("gilscope_http_request_duration_seconds")
            .Help("From a whole request to the last byte of its answer; of event streams to the head")
            .Register(registry);
    prometheus::Family<prometheus::Counter>& runs =
        prometheus::BuildCounter().Name("gilscope_runs_total").Help("Runs that are over").Register(registry);
    std::shared_mutex mutex;               ///< for what follows; the families have their own
    std::map<RouteKey, OfRoute> by_route;  ///< asking a family costs a hash of all labels
    std::vector<Watched> watched;
};

Metrics::Metrics() : parts_(std::make_unique<Parts>()) {}
Metrics::~Metrics() = default;

void Metrics::count_request(const std::string& pattern, const std::string& method, int status,
                            std::chrono::nanoseconds took) {
    const auto& route = parts_->of_route({pattern, method, status / 100});
    route.requests->Increment();
    route.durations->Observe(std::chrono::duration<double>(took).count());
}

void Metrics::count_run(const std::string& experiment, const std::string& outcome) {
    parts_->runs.Add({{"experiment", experiment}, {"outcome", outcome}}).Increment();
}

void Metrics::watch(const std::string& name, const std::string& help, Kind kind,
                    std::function<double()> read) {
    const std::lock_guard lock(parts_->mutex);
    parts_->watched.push_back({name, help, kind, std::move(read)});
}

std::string Metrics::text() const {
    auto families = parts_->registry.Collect();
    {
        const std::shared_lock lock(parts_->mutex);
        families.reserve(families.size() + parts_->watched.size());
        for (const auto& each : parts_->watched) {
            families.push_back(read_now(each));
        }
    }
    std::ostringstream out;
    prometheus::TextSerializer().Serialize(out, families);
    return out.str();
}

}  // namespace gilscope::metrics
