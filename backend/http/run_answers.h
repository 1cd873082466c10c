// What the routes of runs share: finding the one that a path names, and answers that show one.
#pragma once

#include <string>

#include "http/routes.h"
#include "runs/run_service.h"

namespace gilscope::http {

/// {id} of the path. Throws a 404 if it can't be one; whether there is such a run is another question.
const std::string& run_id(const Call& call);

/// Throws a 404 if there is none.
runs::Run find_run(const runs::RunService& service, const std::string& id);
[[noreturn]] void throw_no_run();

/// The report of a run that exists, as JSON text; empty if it has none.
std::string report_of(const runs::RunService& service, const runs::Run& run);
/// The same; throws a 409 if there is none.
std::string existing_report(const runs::RunService& service, const runs::Run& run);
/// The same, read.
bench::Report readable_report(const runs::RunService& service, const runs::Run& run);

/// The whole resource with the report that it has.
Response run_response(const runs::RunService& service, const runs::Run& run, int status = 200);
/// With Location: it has just been made.
Response new_run_response(const runs::RunService& service, const runs::Run& run, int status);

}  // namespace gilscope::http
