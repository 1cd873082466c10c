#include "http/errors.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "engine/errors.h"
#include "runs/errors.h"

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

}  // namespace

Response json_response(const nlohmann::ordered_json& content, int status) {
    Response response;
    response.status = status;
    response.headers.add("Content-Type", "application/json; charset=utf-8");
    // Text of users and of Python may hold anything; an answer is always valid UTF-8.
    response.body = content.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    return response;
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
    try {
        std::rethrow_exception(thrown);
    } catch (const HttpError& error) {
        return error_response(error.status(), error.code(), error.what(), error.details());
    } catch (const runs::InvalidRequest& error) {
        return error_response(422, "validation_error", "the request has fields that are not valid",
                              nlohmann::ordered_json(error.fields()));
    } catch (const runs::QueueFull& error) {
        return error_response(503, "busy", error.what());
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
