#include "http/errors.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <map>
#include <optional>
#include <utility>

#include "engine/errors.h"
#include "http/json_body.h"
#include "runs/errors.h"
#include "storage/errors.h"
#include "tasks/errors.h"

namespace gilscope::http {

namespace {

// Long enough for a quick look at the queue to change something, short enough for a person to wait.
constexpr const char* retry_after_seconds = "5";

Response workload_failed(const std::string& message, const std::string& traceback) {
    return error_response(500, "workload_failed", message, {{"traceback", traceback}});
}

Response surprise(const std::string& what, const std::string& request_id) {
    spdlog::error("request {}: {}", request_id, what);
    return error_response(500, "internal_error",
                          fmt::format("the server failed; its log says why, under {}", request_id));
}

Response invalid_fields(const std::string& message, const std::map<std::string, std::string>& fields) {
    return error_response(422, "validation_error", message, nlohmann::ordered_json(fields));
}

/// Of a body, a task or the database; nothing if it was something else.
std::optional<Response> resource_error(const std::exception_ptr& thrown, const std::string& request_id) {
    try {
        std::rethrow_exception(thrown);
    } catch (const BadJson& error) {
        return error_response(400, "bad_request", error.what());
    } catch (const tasks::InvalidTask& error) {
        return invalid_fields(error.what(), error.fields());
    } catch (const tasks::NoSuchTask& error) {
        return error_response(404, "not_found", error.what());
    } catch (const tasks::ConditionFailed& error) {
        return error_response(412, "precondition_failed", error.what());
    } catch (const storage::Busy& error) {
        return error_response(503, "store_busy", error.what());
    } catch (const storage::Full& error) {
        return error_response(507, "storage_full", error.what());
    } catch (const storage::Broken& error) {
        spdlog::error("request {}: {}", request_id, error.what());
        return error_response(500, "internal_error", error.what());
    } catch (...) {
        return std::nullopt;
    }
}

}  // namespace

Response json_text_response(std::string text, int status) {
    Response response;
    response.status = status;
    response.headers.add("Content-Type", "application/json; charset=utf-8");
    response.body = std::move(text);
    return response;
}

Response json_response(const nlohmann::ordered_json& content, int status) {
    // Text of users and of Python may hold anything; an answer is always valid UTF-8.
    return json_text_response(content.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace),
                              status);
}

Response error_response(int status, const std::string& code, const std::string& message,
                        const nlohmann::ordered_json& details) {
    nlohmann::ordered_json error{{"code", code}, {"message", message}};
    if (!details.is_null()) {
        error["details"] = details;
    }
    auto response = json_response({{"error", std::move(error)}}, status);
    if (status == 503) {
        response.headers.set("Retry-After", retry_after_seconds);
    }
    return response;
}

Response error_response(const std::exception_ptr& thrown, const std::string& request_id) {
    if (auto response = resource_error(thrown, request_id)) {
        return std::move(*response);
    }
    try {
        std::rethrow_exception(thrown);
    } catch (const HttpError& error) {
        return error_response(error.status(), error.code(), error.what(), error.details());
    } catch (const runs::InvalidRequest& error) {
        return invalid_fields("the request has fields that are not valid", error.fields());
    } catch (const runs::QueueFull& error) {
        return error_response(503, "busy", error.what());
    } catch (const runs::Stopping& error) {
        return error_response(503, "shutting_down", error.what());
    } catch (const runs::Conflict& error) {
        return error_response(409, "conflict", error.what());
    } catch (const runs::WorkloadFailed& error) {
        return workload_failed(error.what(), error.traceback());
    } catch (const engine::WorkloadError& error) {
        return workload_failed(error.what(), error.traceback());
    } catch (const runs::ChecksumMismatch& error) {
        return error_response(500, "checksum_mismatch", error.what(), nlohmann::ordered_json(error.values()));
    } catch (const engine::DeadlineExceeded& error) {
        return error_response(504, "deadline", error.what());
    } catch (const engine::EngineError& error) {
        return error_response(500, "internal_error", error.what());
    } catch (const std::exception& error) {
        return surprise(error.what(), request_id);
    } catch (...) {
        return surprise("something was thrown that is no std::exception", request_id);
    }
}

}  // namespace gilscope::http
