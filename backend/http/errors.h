// Errors as clients see them: {"error": {"code", "message", "details"?}}, and which exception becomes which.
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "http/message.h"

namespace gilscope::http {

/// An answer that isn't a success, thrown by whoever knows that it can't be one.
class HttpError : public std::runtime_error {
  public:
    HttpError(int status, std::string code, const std::string& message, nlohmann::ordered_json details = {})
        : std::runtime_error(message),
          status_(status),
          code_(std::move(code)),
          details_(std::move(details)) {}

    int status() const { return status_; }
    const std::string& code() const { return code_; }
    /// null: none
    const nlohmann::ordered_json& details() const { return details_; }

  private:
    int status_;
    std::string code_;
    nlohmann::ordered_json details_;
};

Response json_response(const nlohmann::ordered_json& content, int status = 200);
/// Of text that is JSON already.
Response json_text_response(std::string text, int status = 200);

/// 503 gets a Retry-After as well.
Response error_response(int status, const std::string& code, const std::string& message,
                        const nlohmann::ordered_json& details = {});

/// What a handler threw. A surprise is an `internal_error` without its text: that goes to the server's log,
/// with `request_id`, since it may name files or addresses of the machine.
Response error_response(const std::exception_ptr& thrown, const std::string& request_id);

}  // namespace gilscope::http
