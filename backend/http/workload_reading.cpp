#include "http/workload_reading.h"

#include <chrono>
#include <stop_token>

#include "http/errors.h"

namespace gilscope::http {
namespace {

/// To read a workload's file for the first time takes an engine some 50 ms.
constexpr std::chrono::seconds longest_reading{30};

}  // namespace

engine::Patience patience_of(const Call& call) {
    const auto stop = call.request.caller != nullptr ? call.request.caller->watch() : std::stop_token();
    return {stop, std::chrono::steady_clock::now() + longest_reading};
}

void throw_given_up() {
    throw HttpError(503, "shutting_down", "the server is stopping, or the client hung up; nothing was begun");
}

}  // namespace gilscope::http
