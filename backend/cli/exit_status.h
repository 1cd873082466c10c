// What the exit statuses of every command mean.
#pragma once

namespace gilscope::cli {

enum ExitStatus : int {
    exit_ok = 0,
    exit_error = 1,
    exit_usage = 2,
    exit_reservations = 3,  ///< a result that is unstable or has reservations
    exit_unfit = 4,         ///< unfit to measure on, or below an expectation
    exit_deadline = 124,
    exit_signal = 128,  ///< plus the signal's number
};

}  // namespace gilscope::cli
