#include "http/run_answers.h"

#include "bench/report_reader.h"
#include "http/errors.h"
#include "storage/identifier.h"

namespace gilscope::http {

const std::string& run_id(const Call& call) {
    const auto& id = call.variables.at("id");
    if (!storage::is_identifier(id)) {
        throw_no_run();
    }
    return id;
}

void throw_no_run() {
    throw HttpError(404, "not_found", "there is no such run");
}

runs::Run find_run(const runs::RunService& service, const std::string& id) {
    auto run = service.find(id);
    if (!run) {
        throw_no_run();
    }
    return std::move(*run);
}

std::string report_of(const runs::RunService& service, const runs::Run& run) {
    return runs::is_live(run.state) ? "" : service.report(run.id).value_or("");
}

std::string existing_report(const runs::RunService& service, const runs::Run& run) {
    auto text = report_of(service, run);
    if (text.empty()) {
        throw HttpError(409, "conflict",
                        "the run " + run.name + " has no report: nothing of it was measured (yet)");
    }
    return text;
}

bench::Report readable_report(const runs::RunService& service, const runs::Run& run) {
    const auto text = existing_report(service, run);
    return bench::parse_report(std::string_view(text));
}

Response run_response(const runs::RunService& service, const runs::Run& run, int status) {
    return json_text_response(runs::to_text(run, report_of(service, run)), status);
}

Response new_run_response(const runs::RunService& service, const runs::Run& run, int status) {
    auto response = run_response(service, run, status);
    response.headers.add("Location", "/api/runs/" + run.id);
    return response;
}

}  // namespace gilscope::http
