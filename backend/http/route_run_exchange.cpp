// Runs that leave and come: GET /api/runs/{id}/export, POST /api/runs/import.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>

#include "bench/report_reader.h"
#include "export/export.h"
#include "http/errors.h"
#include "http/import_body.h"
#include "http/routes.h"
#include "http/run_answers.h"
#include "http/run_description.h"
#include "runs/run_name.h"

namespace gilscope::http {

namespace {

/// Reports with every sample are large.
constexpr std::size_t largest_import = 33554432;

std::string extension_of(exports::Format format) {
    return format == exports::Format::markdown ? "md" : std::string(exports::name_of(format));
}

/// The stored text as it is; the other formats are made of it.
std::string exported(const runs::RunService& service, const runs::Run& run, exports::Format format) {
    if (format == exports::Format::json) {
        return existing_report(service, run);
    }
    return exports::text_of(readable_report(service, run), format);
}

Response export_run(const Call& call, const runs::RunService& service) {
    const auto run = find_run(service, run_id(call));
    const auto format = exports::format_named(call.query.text("format").value_or("json"));
    if (!format) {
        call.query.add_problem("format", "must be one of json, csv, markdown");
    }
    call.query.check();
    Response response;
    response.headers.add("Content-Type", std::string(exports::media_type_of(*format)));
    response.headers.add("Content-Disposition", fmt::format("attachment; filename=\"gilscope-{}.{}\"", run.id,
                                                            extension_of(*format)));
    response.body = exported(service, run, *format);
    return response;
}

bench::Report read_uploaded(std::string_view text) {
    try {
        return bench::parse_report(text);
    } catch (const bench::BadReport& error) {
        throw runs::InvalidRequest(runs::Problems{{"report", error.what()}});
    }
}

/// One at a time: a large report takes some memory while it is read. A few may wait for it.
class ImportTurns {
  public:
    std::unique_lock<std::timed_mutex> take(const Caller* caller) {
        const Place place(waiting_);
        if (place.number > most_waiting) {
            throw HttpError(503, "busy", "too many runs are being imported");
        }
        std::unique_lock turn(mutex_, std::defer_lock);
        while (!turn.try_lock_for(look_up)) {
            if (caller != nullptr && caller->server_is_stopping()) {
                throw HttpError(503, "shutting_down", "the server is stopping");
            }
        }
        return turn;
    }

  private:
    static constexpr int most_waiting = 16;
    static constexpr std::chrono::milliseconds look_up{50};

    struct Place {
        explicit Place(std::atomic<int>& waiting) : line(waiting), number(++waiting) {}
        ~Place() { --line; }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        std::atomic<int>& line;
        const int number;
    };

    std::atomic<int> waiting_{0};
    std::timed_mutex mutex_;
};

Response import_run(const Call& call, runs::RunService& service, ImportTurns& turns) {
    const auto turn = turns.take(call.request.caller);
    const auto body = read_import_body(call.request.body);
    call.query.check();
    const auto report = read_uploaded(body.report);
    runs::Problems problems;
    const auto name = body.name.empty() ? "" : runs::checked_name(body.name, problems);
    if (!problems.empty()) {
        throw runs::InvalidRequest(problems);
    }
    return new_run_response(service, service.import(report, name), 201);
}

}  // namespace

void add_run_exchange_routes(RouteTable& table, runs::RunService& service) {
    const auto turns = std::make_shared<ImportTurns>();
    table.add({.method = "GET",
               .pattern = "/api/runs/{id}/export",
               .handler = [&service](const Call& call) { return export_run(call, service); },
               .parameters = {"format"},
               .description = export_run_description()});
    table.add({.method = "POST",
               .pattern = "/api/runs/import",
               .handler = [&service, turns](const Call& call) { return import_run(call, service, *turns); },
               .largest_body = largest_import,
               .takes_json = true,
               .description = import_run_description()});
}

}  // namespace gilscope::http
