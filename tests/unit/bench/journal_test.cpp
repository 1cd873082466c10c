#include "bench/journal.h"

#include <doctest/doctest.h>

#include <sstream>

#include "bench/made_up.h"
#include "bench/report_reader.h"

using namespace gilscope::bench;
using namespace gilscope::bench::made_up;

namespace {

/// Tells a journal of a run as it goes: each sample of each block, then the end of the block. Calls `at_line`
/// after each line that it wrote.
template <typename AtLine>
std::string journal_of(const Report& whole, AtLine at_line) {
    Journal journal;
    Report raw = whole;
    raw.measurements.blocks.clear();
    raw.cells.clear();
    std::string text;
    const auto tell = [&](const Block* open) {
        if (const auto line = journal.next(raw, open)) {
            text += *line;
            at_line(text);
        }
    };
    for (const Block& block : whole.measurements.blocks) {
        Block open = block;
        for (auto& cell : open.cells) {
            if (cell) {
                cell->samples.clear();
            }
        }
        for (std::size_t round = 0; round < 5; ++round) {
            for (std::size_t i = 0; i < open.cells.size(); ++i) {
                if (open.cells[i]) {
                    open.cells[i]->samples.push_back(block.cells[i]->samples[round]);
                }
            }
            tell(&open);
            tell(&open);  // nothing new: no line
        }
        raw.measurements.blocks.push_back(block);
        tell(nullptr);
    }
    return text;
}

Report read(const std::string& text) {
    std::istringstream lines(text);
    return report_from_journal(lines);
}

Report sweep() {
    Report report = sweep_report({1, 2}, 6);
    report.measurements.blocks[2].disturbed = "a neighbour";
    report.measurements.cells[2].unavailable = Unavailable{"no subinterpreters", ""};
    for (Block& block : report.measurements.blocks) {
        block.cells[2] = std::nullopt;
    }
    report.output = "printed";
    return summarized(report);
}

std::string problem_of(const std::string& text) {
    try {
        read(text);
    } catch (const BadReport& problem) {
        return problem.what();
    }
    return "";
}

}  // namespace

TEST_SUITE("bench/journal") {
    TEST_CASE("a whole journal gives the whole report") {
        const Report whole = sweep();
        std::size_t lines = 0;
        const std::string text = journal_of(whole, [&](const std::string&) { ++lines; });
        CHECK(lines == 12 * 6);
        Report expected = whole;
        expected.state = expected.stopped_because = "interrupted";
        CHECK(to_json(read(text)).dump(1) == to_json(summarized(expected)).dump(1));
    }

    TEST_CASE("cut off anywhere, it gives what was measured until then") {
        const Report whole = sweep();
        std::vector<std::string> states;
        journal_of(whole, [&](const std::string& text) { states.push_back(text); });
        std::size_t samples = 0;
        for (std::size_t i = 0; i < states.size(); i += 7) {
            CAPTURE(i);
            const std::string torn = states[i] + "{\"block\": 3, \"clo";
            if (i < 2) {
                CHECK(problem_of(torn) == "no round was finished before the run was interrupted");
                continue;
            }
            const Report report = read(torn);
            CHECK(report.state == "interrupted");
            std::size_t now = 0;
            for (const Block& block : report.measurements.blocks) {
                for (const auto& cell : block.cells) {
                    now += cell ? cell->samples.size() : 0;
                }
            }
            CHECK(now >= samples);
            samples = now;
            CHECK(to_json(parse_report(to_text(report))) == to_json(report));
        }
        CHECK(samples > 0);
    }

    TEST_CASE("what isn't a journal") {
        const std::string text = journal_of(sweep(), [](const std::string&) {});
        const std::size_t second = text.find('\n') + 1;
        CHECK(problem_of("") == "it is empty");
        CHECK(problem_of("nonsense\n") == "it isn't JSON");
        CHECK(problem_of(to_text(sweep())) == "it isn't JSON");
        CHECK(problem_of("{\"kind\": \"other\"}\n").find("interrupted run") != std::string::npos);
        CHECK(problem_of(text.substr(0, second) + "{}\n" + text.substr(second)) ==
              "line 2: block is missing");
        CHECK(problem_of(text.substr(0, second) + text.substr(text.find("{\"block\":3")))
                  .find("line 2: block 3") == 0);
    }
}
