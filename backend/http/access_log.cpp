#include "http/access_log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace gilscope::http {

AccessLog AccessLog::to_standard_error() {
    AccessLog log;
    log.logger_ =
        std::make_shared<spdlog::logger>("access", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    log.logger_->set_level(spdlog::get_level());
    log.logger_->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %v");
    return log;
}

void AccessLog::record(const Request& request, const Response& response,
                       std::chrono::nanoseconds took) const {
    if (logger_ != nullptr) {
        // Method and target passed the framing gate: printable ASCII, so no client can forge a line.
        logger_->info("{} {} {} {:.3f}ms {}B {}", request.method, request.target, response.status,
                      std::chrono::duration<double, std::milli>(took).count(), response.body.size(),
                      request.id);
    }
}

void AccessLog::record_refusal(std::string_view client, std::string_view id, const Response& response) const {
    if (logger_ != nullptr) {
        logger_->info("- - {} 0ms {}B {} from {}", response.status, response.body.size(), id, client);
    }
}

}  // namespace gilscope::http
