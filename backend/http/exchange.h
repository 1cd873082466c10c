// One request and its answer, from the moment that the answer is known until its last byte is sent.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "http/event_stream.h"
#include "http/message.h"
#include "http/outgoing_answer.h"

namespace gilscope::http {

struct Exchange {
    Request request;
    OutgoingAnswer answer;
    int status = 200;
    std::size_t size = 0;  ///< of the request, in the connection's buffer; 0: what comes next is not known
    bool last = false;     ///< the connection ends after it
    std::chrono::steady_clock::time_point begun{};  ///< the request was whole
    std::optional<EventStream> events{};            ///< what follows the answer's head
};

}  // namespace gilscope::http
