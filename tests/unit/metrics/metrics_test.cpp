#include "metrics/metrics.h"

#include <doctest/doctest.h>

#include <thread>
#include <vector>

using gilscope::metrics::Metrics;
using namespace std::chrono_literals;

namespace {

bool has_line(const std::string& text, const std::string& line) {
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

TEST_SUITE("metrics") {
    TEST_CASE("requests and their durations, by route, method and class of status") {
        Metrics metrics;
        metrics.count_request("/api/tasks/{id}", "GET", 200, 3ms);
        metrics.count_request("/api/tasks/{id}", "GET", 204, 30ms);
        metrics.count_request("/api/tasks/{id}", "GET", 404, 1ms);
        const auto text = metrics.text();
        CAPTURE(text);
        const std::string labels = R"(method="GET",pattern="/api/tasks/{id}")";
        CHECK(has_line(text, "gilscope_http_requests_total{" + labels + R"(,status="2xx"} 2)"));
        CHECK(has_line(text, "gilscope_http_requests_total{" + labels + R"(,status="4xx"} 1)"));
        CHECK(has_line(text, "gilscope_http_request_duration_seconds_count{" + labels + "} 3"));
        CHECK(
            has_line(text, "gilscope_http_request_duration_seconds_bucket{" + labels + R"(,le="0.005"} 2)"));
        CHECK(has_line(text, "# TYPE gilscope_http_requests_total counter"));
    }

    TEST_CASE("runs by outcome, and figures that are read when they are asked for") {
        Metrics metrics;
        double value = 1;
        metrics.watch("gilscope_made_up", "For a test", Metrics::Kind::gauge, [&] { return value; });
        metrics.watch("gilscope_made_up_total", "For a test", Metrics::Kind::counter, [] { return 7.5; });
        metrics.count_run("compare", "done");
        CHECK(has_line(metrics.text(), R"(gilscope_runs_total{experiment="compare",outcome="done"} 1)"));
        CHECK(has_line(metrics.text(), "gilscope_made_up 1"));
        value = 2;
        CHECK(has_line(metrics.text(), "gilscope_made_up 2"));
        CHECK(has_line(metrics.text(), "# TYPE gilscope_made_up_total counter"));
        CHECK(has_line(metrics.text(), "gilscope_made_up_total 7.5"));
    }

    TEST_CASE("counted from many threads at once") {
        Metrics metrics;
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int j = 0; j < 1000; ++j) {
                    metrics.count_request("/x", "GET", 200, 1us);
                }
            });
        }
        for (auto& thread : threads) {
            thread.join();
        }
        CHECK(has_line(metrics.text(),
                       R"(gilscope_http_requests_total{method="GET",pattern="/x",status="2xx"} 4000)"));
    }
}
