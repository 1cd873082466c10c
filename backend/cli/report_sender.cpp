#include "cli/report_sender.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "cli/address.h"
#include "http/client.h"

namespace gilscope::cli {
namespace {

constexpr std::chrono::seconds server_answers_within{10};
constexpr std::chrono::seconds between_tries{3};
constexpr int most_tries = 10;
constexpr int created = 201;
constexpr int unavailable = 503;

/// The server's own sentence, where there is one.
std::string message_of(const http::ClientAnswer& answer) {
    const auto body = nlohmann::json::parse(answer.body, nullptr, false);
    const nlohmann::json::json_pointer message("/error/message");
    return body.is_object() && body.contains(message) && body[message].is_string()
               ? body[message].get<std::string>()
               : "no reason given";
}

}  // namespace

ReportSender::ReportSender(const std::string& address) : address_(address) {
    while (address_.ends_with('/')) {
        address_.pop_back();
    }
    if (address_.empty()) {
        return;
    }
    check_address("--send", address_);
    const http::ClientAnswer health = http::get(address_ + "/api/health", server_answers_within);
    if (health.status != 200) {
        throw std::runtime_error(fmt::format(
            "--send: {}/api/health answered with status {}: give the address of a gilscope server", address_,
            health.status));
    }
}

void ReportSender::send(const std::string& report) const {
    if (address_.empty()) {
        return;
    }
    for (int attempt = 1;; ++attempt) {
        try {
            const http::ClientAnswer answer =
                http::post_json(address_ + "/api/runs/import", report, server_answers_within);
            if (answer.status == created) {
                return;
            }
            if (answer.status != unavailable || attempt == most_tries) {
                throw std::runtime_error(fmt::format("the report was not taken by {} (status {}): {}",
                                                     address_, answer.status, message_of(answer)));
            }
        } catch (const http::Unreachable&) {
            if (attempt == most_tries) {
                throw;
            }
        }
        std::this_thread::sleep_for(between_tries);
    }
}

}  // namespace gilscope::cli
