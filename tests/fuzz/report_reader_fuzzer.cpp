// From any bytes to a report: nothing crashes, memory stays in bounds, and what is accepted can be written,
// read again and shown in every form.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "bench/journal.h"
#include "bench/report_reader.h"
#include "chart/chart.h"
#include "chart/collected.h"
#include "export/export.h"

namespace {

using namespace gilscope;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void check_report(const bench::Report& report) {
    const std::string text = bench::to_text(report);
    require(bench::to_text(bench::parse_report(text)) == text);
    for (const auto kind : {chart::Kind::speedup, chart::Kind::time, chart::Kind::efficiency}) {
        require(chart::svg(report, kind).ends_with("</svg>\n"));
    }
    for (const auto format : {exports::Format::csv, exports::Format::markdown}) {
        require(!exports::text_of(report, format).empty());
    }
}

template <typename Read, typename Check>
void read_and_check(Read read, Check check) {
    try {
        check(read());
    } catch (const bench::BadReport& problem) {
        require(std::string(problem.what()).find('\n') == std::string::npos);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    std::istringstream stream(text);
    std::istringstream lines(text);
    read_and_check([&] { return bench::parse_report(std::string_view(text)); }, check_report);
    read_and_check([&] { return bench::parse_report(stream); }, check_report);
    read_and_check([&] { return bench::report_from_journal(lines); }, check_report);
    read_and_check(
        [&] { return chart::collected_from(bench::bounded_json(text)); },
        [](const chart::Collected& collected) {
            require(chart::svg(chart::as_report(collected), chart::Kind::speedup).ends_with("</svg>\n"));
        });
    return 0;
}
