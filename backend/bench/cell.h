// What is compared: one interpreter build running one workload in one mode on W workers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace gilscope::bench {

/// How the W tasks of a round are run.
enum class Mode { sequential, threads, interpreters, processes };

/// The two builds of CPython: the standard one with a GIL, and the free-threaded one.
enum class Build { gil, ft };

inline constexpr std::array all_modes{Mode::sequential, Mode::threads, Mode::interpreters, Mode::processes};

/// The name used in files, in the API and on the command line: "sequential", "gil", ...
std::string_view name_of(Mode mode);
std::string_view name_of(Build build);

/// The inverse of name_of; nothing for a name that is not one.
std::optional<Mode> mode_named(std::string_view name);
std::optional<Build> build_named(std::string_view name);

/// One column of the comparison.
struct Cell {
    std::string interpreter;  ///< id of an installed engine, such as "3.13t"
    Build build = Build::gil;
    Mode mode = Mode::sequential;
    int workers = 1;

    bool operator==(const Cell&) const = default;
};

/// "3.13t threads x4": for messages.
std::string to_string(const Cell& cell);

}  // namespace gilscope::bench
