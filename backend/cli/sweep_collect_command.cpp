#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <thread>

#include "bench/report_reader.h"
#include "chart/collected.h"
#include "cli/address.h"
#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/output_file.h"
#include "http/client.h"
#include "runs/errors.h"
#include "runs/worker_counts.h"
#include "text/text.h"

namespace gilscope::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto replace_bad_text = Json::error_handler_t::replace;
constexpr int tries_a_point = 2;
constexpr std::chrono::seconds before_another_try{1};
constexpr std::chrono::seconds health_within{10};

/// No answer, or none that the contract allows.
struct NoFigures : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The server doesn't take the question: asking again changes nothing.
struct Refused : NoFigures {
    using NoFigures::NoFigures;
};

/// The server's own words, each bad field with what is wrong with it; empty if it has none.
std::string reason_in(const Json& answer) {
    const auto error = answer.is_object() ? answer.find("error") : answer.end();
    if (!answer.is_object() || error == answer.end() || !error->is_object()) {
        return "";
    }
    std::string reason;
    if (const auto message = error->find("message"); message != error->end() && message->is_string()) {
        reason = message->get<std::string>();
    }
    if (const auto details = error->find("details"); details != error->end() && details->is_object()) {
        for (const auto& [field, problem] : details->items()) {
            reason += fmt::format("{}{}: {}", reason.empty() ? "" : "; ", field,
                                  problem.is_string() ? problem.get<std::string>()
                                                      : problem.dump(-1, ' ', false, replace_bad_text));
        }
    }
    return reason;
}

Json object_in(const http::ClientAnswer& answer, const std::string& url) {
    const Json json = Json::parse(answer.body, nullptr, false);
    if (answer.status != 200) {
        const std::string reason = reason_in(json);
        const std::string what = fmt::format("{} answered with status {}{}{}", url, answer.status,
                                             reason.empty() ? "" : ": ", reason);
        if (answer.status >= 400 && answer.status < 500) {
            throw Refused(what);
        }
        throw NoFigures(what);
    }
    if (!json.is_object()) {
        throw NoFigures(
            fmt::format("{} answered with something else than JSON: is it the address of an API that "
                        "has /api/benchmark?",
                        url));
    }
    return json;
}

struct Collection {
    std::string base_url;
    std::chrono::nanoseconds patience{};
    chart::Collected collected;
};

void ask_for_health(Collection& collection) {
    const std::string url = collection.base_url + "/api/health";
    const auto patience = std::min<std::chrono::nanoseconds>(health_within, collection.patience);
    const Json health =
        object_in(http::get(url, std::chrono::duration_cast<std::chrono::milliseconds>(patience)), url);
    const auto python = health.find("python");
    const auto gil = health.find("gil_enabled");
    if (python == health.end() || !python->is_string() || gil == health.end() || !gil->is_boolean()) {
        throw NoFigures(url +
                        " doesn't say which Python it runs: it must have \"python\" and \"gil_enabled\"");
    }
    collection.collected.python = python->get<std::string>();
    collection.collected.gil_enabled = gil->get<bool>();
}

chart::Collected::AtWorkers ask_once(const Collection& collection, int workers) {
    const chart::Collected& collected = collection.collected;
    const std::string url =
        fmt::format("{}/api/benchmark?task={}&workers={}&{}={}", collection.base_url, collected.task, workers,
                    chart::size_name(collected.task), collected.size);
    const Json answer = object_in(
        http::get(url, std::chrono::duration_cast<std::chrono::milliseconds>(collection.patience)), url);
    Json point = answer.value("results_ms", Json());
    if (!point.is_object()) {
        throw NoFigures(url + " answered without \"results_ms\"");
    }
    if (point.value("sequential", Json()).is_null()) {
        throw NoFigures(
            url + " has no sequential time: the server could not measure, as when other programs disturb it");
    }
    point["workers"] = workers;
    try {
        chart::Collected one = collected;
        one.points.clear();
        Json json = chart::to_json(one);
        json["points"] = Json::array({point});
        return chart::collected_from(json).points.front();
    } catch (const bench::BadReport& problem) {
        throw NoFigures(
            fmt::format("{} answered with results_ms that can't be used: {}", url, problem.what()));
    }
}

chart::Collected::AtWorkers ask(const Collection& collection, int workers) {
    for (int attempt = 1;; ++attempt) {
        try {
            return ask_once(collection, workers);
        } catch (const Refused& problem) {
            throw std::runtime_error(
                fmt::format("{}: {}; nothing was written", text::counted(workers, "worker"), problem.what()));
        } catch (const std::runtime_error& problem) {
            if (attempt == tries_a_point) {
                throw std::runtime_error(fmt::format("{}, tried {} times: {}; nothing was written",
                                                     text::counted(workers, "worker"), attempt,
                                                     problem.what()));
            }
            std::cerr << fmt::format("gilscope: {}, once more: {}\n", text::counted(workers, "worker"),
                                     problem.what());
            std::this_thread::sleep_for(before_another_try);
        }
    }
}

/// The limits that the contract of /api/benchmark sets.
std::string problem_of_size(std::int64_t value, std::int64_t lowest, std::int64_t highest) {
    return value >= lowest && value <= highest
               ? ""
               : fmt::format("{} must be from {} to {}", value, lowest, highest);
}

Collection collection_of(const CollectOptions& options, std::vector<int>& workers) {
    std::map<std::string, std::string> problems;
    Collection collection;
    collection.base_url = options.base_url.substr(0, options.base_url.find_last_not_of('/') + 1);
    collection.collected.task = options.task;
    collection.collected.size = options.task == "io" ? options.delay_ms : options.n;
    const runs::WorkerCounts counts = runs::worker_counts_from(options.workers);
    workers = counts.counts;
    if (!counts.problem.empty()) {
        problems["workers"] = counts.problem;
    }
    problems["n"] = problem_of_size(options.n, 10'000, 5'000'000);
    problems["delay-ms"] = problem_of_size(options.delay_ms, 1, 1000);
    problems["base-url"] = problem_of_address(options.base_url);
    std::erase_if(problems, [](const auto& named) { return named.second.empty(); });
    const auto patience = parse_duration(options.patience);
    if (!patience) {
        problems["timeout"] = options.patience + " is not understood; an example is 120s";
    }
    if (!problems.empty()) {
        throw runs::InvalidRequest(problems);
    }
    if (!counts.remark.empty()) {
        std::cerr << "gilscope: " << counts.remark << '\n';
    }
    collection.patience = *patience;
    return collection;
}

}  // namespace

int sweep_collect_command(const CollectOptions& options) {
    std::vector<int> workers;
    Collection collection = collection_of(options, workers);
    // Tried out now, and opened again at the end: whoever ends this in between leaves no half file.
    OutputFile("--out", options.output);
    ask_for_health(collection);
    std::cerr << fmt::format("{} runs Python {}, its GIL is {}; times include the set-up of a cold pool\n",
                             collection.base_url, collection.collected.python,
                             collection.collected.gil_enabled ? "on" : "off");
    for (const int count : workers) {
        collection.collected.points.push_back(ask(collection, count));
        const auto& times = collection.collected.points.back().times_ms;
        std::string line = fmt::format("{:>4} workers:", count);
        for (const auto& [mode, time] : times) {
            line += fmt::format(" {} {:.4g} ms", bench::name_of(mode), time);
        }
        const std::size_t left = workers.size() - collection.collected.points.size();
        std::cerr << line
                  << fmt::format(
                         "; {} left\n",
                         left == 0 ? "none" : text::counted(static_cast<std::int64_t>(left), "point"));
    }
    OutputFile output("--out", options.output);
    output.write(chart::to_json(collection.collected).dump(1) + "\n");
    return exit_ok;
}

}  // namespace gilscope::cli
