// Reading workload files on behalf of a caller: an engine is started for each new one, and user code runs in
// it.
#pragma once

#include "engine/errors.h"
#include "engine/patience.h"
#include "http/route_table.h"

namespace gilscope::http {

/// As long as the caller waits for the answer and the server isn't stopping; 30 s at most.
engine::Patience patience_of(const Call& call);

/// 503: reading was given up, since nobody waits for the answer or the server stops.
[[noreturn]] void throw_given_up();

/// What `read(patience)` returns, with the caller's patience.
template <typename Read>
auto read_workloads(const Call& call, Read read) {
    try {
        return read(patience_of(call));
    } catch (const engine::Cancelled&) {
        throw_given_up();
    }
}

}  // namespace gilscope::http
