#include "http/access_log.h"

#include <fmt/format.h>
#include <spdlog/logger.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace gilscope::http {

namespace {

std::string as_text(const Request& request, const Delivery& delivery, double milliseconds) {
    // Method and target passed the framing gate: printable ASCII, so no client can forge a line.
    return fmt::format("{} {} {} {:.3f}ms {}B {} {}{}", request.method.empty() ? "-" : request.method,
                       request.target.empty() ? "-" : request.target, delivery.status, milliseconds,
                       delivery.bytes, request.id, request.client, delivery.complete ? "" : " broken off");
}

std::string as_members(const Request& request, const Delivery& delivery, double milliseconds) {
    const auto object = nlohmann::ordered_json{
        {"method", request.method},  {"path", request.target},
        {"status", delivery.status}, {"ms", std::round(milliseconds * 1000) / 1000},
        {"bytes", delivery.bytes},   {"request_id", request.id},
        {"client", request.client},  {"complete", delivery.complete},
    };
    const auto text = object.dump();
    return text.substr(1, text.size() - 2);
}

}  // namespace

AccessLog::AccessLog(logging::Format format)
    : format_(format), logger_(logging::make_logger("access", format, logging::Payload::members)) {}

void AccessLog::record(const Request& request, const Delivery& delivery) const {
    if (logger_ == nullptr || !logger_->should_log(spdlog::level::info)) {
        return;
    }
    const auto milliseconds = std::chrono::duration<double, std::milli>(delivery.took).count();
    const auto line = format_ == logging::Format::json ? as_members(request, delivery, milliseconds)
                                                       : as_text(request, delivery, milliseconds);
    logger_->log(spdlog::level::info, spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace gilscope::http
