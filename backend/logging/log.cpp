#include "logging/log.h"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include "logging/line_formatter.h"
#include "logging/patient_sink.h"

namespace gilscope::logging {

namespace {

/// All loggers share one: their lines must not mix.
std::shared_ptr<LineQueue> standard_error() {
    static const auto queue = std::make_shared<LineQueue>(STDERR_FILENO);
    return queue;
}

}  // namespace

std::optional<Format> format_named(std::string_view name) {
    if (name == "text") {
        return Format::text;
    }
    return name == "json" ? std::optional(Format::json) : std::nullopt;
}

std::shared_ptr<spdlog::logger> make_logger(const std::string& name, Format format, Payload payload) {
    auto sink = std::make_shared<PatientSink>(standard_error());
    sink->set_formatter(std::make_unique<LineFormatter>(format, payload));
    auto logger = std::make_shared<spdlog::logger>(name, std::move(sink));
    logger->set_level(spdlog::get_level());
    return logger;
}

void start(Format format, spdlog::level::level_enum level) {
    spdlog::set_level(level);
    spdlog::set_default_logger(make_logger("", format));
    spdlog::set_level(level);
}

}  // namespace gilscope::logging
