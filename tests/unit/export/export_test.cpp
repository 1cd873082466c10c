#include "export/export.h"

#include <doctest/doctest.h>

#include <sstream>

#include "bench/made_up.h"
#include "bench/report_reader.h"

using namespace gilscope;
using namespace gilscope::bench::made_up;
using exports::Format;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

bench::Report report() {
    bench::Report made = report_of(columns_of(bench::Build::ft, {105, 1.9, 0.01}), 7);
    made.measurements.blocks[1].disturbed = "a neighbour";
    made.measurements.cells[2].unavailable = bench::Unavailable{"no | of <them>", ""};
    for (bench::Block& block : made.measurements.blocks) {
        block.cells[2] = std::nullopt;
    }
    return summarized(std::move(made));
}

}  // namespace

TEST_SUITE("export") {
    TEST_CASE("names of formats") {
        for (const Format format : {Format::json, Format::csv, Format::markdown}) {
            CHECK(exports::format_named(exports::name_of(format)) == format);
            CHECK(contains(std::string(exports::media_type_of(format)), "charset=utf-8"));
        }
        CHECK_FALSE(exports::format_named("xlsx").has_value());
    }

    TEST_CASE("json is the report file") {
        const std::string text = exports::text_of(report(), Format::json);
        CHECK(bench::to_json(bench::parse_report(text)) == bench::to_json(report()));
    }

    TEST_CASE("csv: a row a sample, each as long as the header") {
        const auto lines = lines_of(exports::text_of(report(), Format::csv));
        CHECK(lines.size() == 1 + 3 * 7 * 5);
        CHECK(lines[0].starts_with(
            "workload,interpreter,python,build,mode,workers,block,disturbed,calls_per_worker,"
            "round,warmup,wall_ns,"));
        CHECK(lines[1].starts_with("primes,3.13t,3.13.15,ft,sequential,2,0,false,0,0,true,"));
        CHECK(contains(lines[1 + 5], ",1,true,"));
        for (const std::string& line : lines) {
            CHECK(std::count(line.begin(), line.end(), ',') ==
                  std::count(lines[0].begin(), lines[0].end(), ','));
        }
    }

    TEST_CASE("markdown: sequential has no share, and a quick look says what happened in it") {
        bench::Report quick = report_of(columns_of(bench::Build::ft, {105, 1.9, 0.01}), 7);
        quick.measurements.quick_look = true;
        const std::string calm = exports::text_of(summarized(quick), Format::markdown);
        CHECK(contains(calm, "7 blocks counted, 0 disturbed"));
        for (const std::string& line : lines_of(calm)) {
            CAPTURE(line);
            CHECK_FALSE((contains(line, "| sequential |") && contains(line, "%")));
        }
        quick.warnings.push_back({"machine_busy", "Other programs got in the way: a neighbour", "", ""});
        const std::string busy = exports::text_of(summarized(quick), Format::markdown);
        CHECK(contains(busy, "counted, although other programs got in the way"));
        CHECK_FALSE(contains(busy, "0 disturbed"));
    }

    TEST_CASE("csv: quotes where it must, and nothing that a spreadsheet would run") {
        bench::Report hostile = report();
        hostile.workload.name = "=cmd(\"a\",\n1)";
        CHECK(contains(exports::text_of(hostile, Format::csv), "\n\"'=cmd(\"\"a\"\",\n1)\",3.13t,"));
    }

    TEST_CASE("markdown: a table an interpreter, verdicts and warnings, nothing that breaks out") {
        const std::string text = exports::text_of(report(), Format::markdown);
        CHECK(text.starts_with("# compare: primes n=200000\n"));
        CHECK(contains(text, "## Python 3.13.15 free-threaded"));
        CHECK(contains(text, "| 2 | sequential | 19.98 | 1 |"));
        CHECK(contains(text, "| 2 | threads | 10.5"));
        CHECK(contains(text, "1.90× (1.89 to 1.91) | 100 % | 1.90 | 16.0 | 20.0 |"));
        CHECK(contains(text, "not available: no \\| of \\<them\\> |"));
        CHECK(contains(text, "- **scales** with 2 workers: "));
        CHECK(contains(text, "## Warnings\n"));
        for (const std::string& line : lines_of(text)) {
            if (line.starts_with("| 2")) {
                CHECK(std::count(line.begin(), line.end(), '|') -
                          std::count(line.begin(), line.end(), '\\') / 3 ==
                      9);
            }
        }
    }
}
