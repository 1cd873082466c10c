#include "chart/chart.h"

#include <doctest/doctest.h>

#include "bench/made_up.h"
#include "chart/svg_text.h"

using namespace gilscope;
using namespace gilscope::bench::made_up;
using chart::Kind;

namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

bool contains(const std::string& text, const std::string& part) {
    return count_of(text, part) > 0;
}

bench::Report compare_report() {
    std::vector<Column> columns = columns_of(bench::Build::gil, {200, 1, 0.01});
    for (const Column& column : columns_of(bench::Build::ft, {105, 1.9, 0.01})) {
        columns.push_back(column);
    }
    bench::Report report = report_of(columns);
    report.machine = {{"cpu_model", "Made Up 3000"}};
    return summarized(std::move(report));
}

}  // namespace

TEST_SUITE("chart") {
    TEST_CASE("names of kinds") {
        for (const Kind kind : {Kind::speedup, Kind::time, Kind::efficiency}) {
            CHECK(chart::kind_named(chart::name_of(kind)) == kind);
        }
        CHECK_FALSE(chart::kind_named("pie").has_value());
    }

    TEST_CASE("equal reports give equal bytes") {
        CHECK(chart::svg(compare_report(), Kind::speedup) == chart::svg(compare_report(), Kind::speedup));
    }

    TEST_CASE("a comparison: a bar a mode, its interval, what it was measured on, which way is better") {
        const std::string svg = chart::svg(compare_report(), Kind::speedup);
        CHECK(count_of(svg, "<rect") == 1 + 6);  // the paper, and three modes of two builds
        CHECK(count_of(svg, "data-low=") == 6);
        for (const char* text :
             {"primes n=200000: speedup over sequential", "higher is better", "Made Up 3000",
              "2 usable cores", "Python 3.13.15 with the GIL", "Python 3.13.15 free-threaded", "1.9×",
              "what this machine gives: 1.9×", "prefers-color-scheme:dark"}) {
            CAPTURE(text);
            CHECK(contains(svg, text));
        }
        CHECK(contains(chart::svg(compare_report(), Kind::time), "lower is better"));
        CHECK(count_of(chart::svg(compare_report(), Kind::time), "class=\"series sequential\"") == 2);
        CHECK(contains(chart::svg(compare_report(), Kind::efficiency), "100 %"));
    }

    TEST_CASE("efficiency leaves out what the table leaves out") {
        std::vector<Column> columns = columns_of(bench::Build::ft, {105, 0.2, 0.01});
        const std::string svg = chart::svg(summarized(report_of(columns)), Kind::efficiency);
        CHECK_FALSE(contains(svg, "data-mode=\"threads\""));
        CHECK(contains(svg, "data-mode=\"processes\""));
        const bench::Report few = summarized(report_of(columns, 3));
        CHECK(contains(chart::svg(few, Kind::efficiency), "No share of the machine is known"));
    }

    TEST_CASE("a sweep: a curve and a band a series, a marker a point") {
        const std::string svg = chart::svg(sweep_report({1, 2, 4, 8}), Kind::speedup);
        CHECK(count_of(svg, "class=\"series threads\"") == 2);
        CHECK(count_of(svg, "fill-opacity") == 6);
        CHECK(count_of(svg, "data-workers=\"8\"") == 6);
        CHECK(contains(svg, "what this machine gives"));
        CHECK(contains(svg, "8 workers: "));
        const std::string waiting = chart::svg(waiting_sweep({1, 2, 4}), Kind::speedup);
        CHECK_FALSE(contains(waiting, "what this machine gives"));
        CHECK(contains(chart::svg(waiting_sweep({1, 2, 4}), Kind::efficiency),
                       "share of the number of workers"));
    }

    TEST_CASE("time is that of one call, whatever the number of calls in a round") {
        bench::Report report = sweep_report({1, 2});
        const std::string svg = chart::svg(report, Kind::time);
        for (bench::CellSummary& cell : report.cells) {
            cell.facts.calls_per_worker *= 2;
            cell.time_ms =
                bench::Estimate{2 * cell.time_ms->value, 2 * *cell.time_ms->low, 2 * *cell.time_ms->high};
        }
        CHECK(chart::svg(report, Kind::time) == svg);
    }

    TEST_CASE("what isn't available says so, and nothing at all is a picture too") {
        bench::Report report = compare_report();
        report.measurements.cells[2].unavailable = bench::Unavailable{"numpy <1.0> refuses", "numpy"};
        for (bench::Block& block : report.measurements.blocks) {
            block.cells[2] = std::nullopt;
        }
        CHECK(contains(chart::svg(summarized(report), Kind::speedup),
                       "not available: numpy &lt;1.0&gt; refuses"));
        CHECK(contains(chart::svg(bench::Report{}, Kind::time), "Nothing was measured"));
        CHECK(contains(chart::svg(std::vector<const bench::Report*>{}, Kind::time), "Nothing was measured"));
    }

    TEST_CASE("several reports in one picture are told apart") {
        bench::Report other = compare_report();
        other.workload.name = "sleep";
        const bench::Report report = compare_report();
        const std::string svg = chart::svg({&report, &other}, Kind::speedup);
        CHECK(count_of(svg, "class=\"series threads\"") == 4);
        CHECK(contains(svg, "Python 3.13.15 with the GIL: sleep n=200000"));
    }

    TEST_CASE("hostile texts stay text, and the document well-formed") {
        bench::Report report = compare_report();
        report.workload.name = "<script>&\"'\x01\xff" + std::string(5000, 'x');
        report.interpreters[0].version = "</text>";
        const std::string svg = chart::svg(report, Kind::speedup);
        CHECK_FALSE(contains(svg, "<script"));
        CHECK_FALSE(contains(svg, "</text></text>"));
        CHECK(contains(svg, "&lt;script&gt;&amp;&quot;&#39;\uFFFD\uFFFD"));
    }

    TEST_CASE("escaping") {
        CHECK(chart::escaped("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#39;");
        CHECK(chart::escaped("é漢😀\t\n") == "é漢😀\t\n");
        CHECK(chart::escaped("\xC0\x80|\xED\xA0\x80|\xF5\x80\x80\x80|\xE2\x82") == "��|���|����|��");
        CHECK(chart::escaped("\x01\xEF\xBF\xBF") == "��");
    }

    TEST_CASE("figures for a reader") {
        CHECK(chart::figure(1.9183) == "1.92");
        CHECK(chart::figure(279.4) == "279");
        CHECK(chart::figure(12345) == "12345");
        CHECK(chart::figure(0.0451) == "0.0451");
        CHECK(chart::figure(2) == "2");
        CHECK(chart::figure(0) == "0");
        CHECK(chart::coordinate(-0.001) == "0");
        CHECK(chart::coordinate(12.5) == "12.5");
    }
}
