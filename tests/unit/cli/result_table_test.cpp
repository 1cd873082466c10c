#include "cli/result_table.h"

#include <doctest/doctest.h>

#include "bench/made_up.h"

using namespace gilscope;
using namespace gilscope::bench::made_up;

namespace {

/// With the machine's parallelism multiplied, 1: 1.9 with 2 workers.
std::string table_on(double machine, std::size_t spins = 8) {
    bench::Report report = report_of(columns_of(bench::Build::ft, {105, 1.9, 0.01}));
    report.measurements.machine_spins.resize(spins);
    for (bench::SpinSample& spin : report.measurements.machine_spins) {
        spin.many = from_ms(static_cast<double>(spin.many.count()) * 1e-6 / machine);
    }
    std::string text = cli::result_table(summarized(std::move(report)));
    for (std::size_t at = 0; (at = text.find("\n  ", at)) != std::string::npos;) {
        text.replace(at, 3, " ");  // a sentence may be wrapped anywhere
    }
    return text;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("what the machine gives is called a bound only where it is one") {
    CHECK(contains(table_on(1.05), "at most"));
    for (const std::string& text : {table_on(0.34), table_on(0.6), table_on(1.05, 3)}) {
        CAPTURE(text);
        CHECK_FALSE(contains(text, "at most"));
        CHECK(contains(text, "gave native"));
    }
}
