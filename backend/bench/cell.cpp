#include "bench/cell.h"

#include <fmt/format.h>

namespace gilscope::bench {

std::string_view name_of(Mode mode) {
    switch (mode) {
        case Mode::sequential:
            return "sequential";
        case Mode::threads:
            return "threads";
        case Mode::interpreters:
            return "interpreters";
        case Mode::processes:
            return "processes";
    }
    return "";
}

std::string_view name_of(Build build) {
    return build == Build::gil ? "gil" : "ft";
}

std::optional<Mode> mode_named(std::string_view name) {
    for (const Mode mode : all_modes) {
        if (name_of(mode) == name) {
            return mode;
        }
    }
    return std::nullopt;
}

std::optional<Build> build_named(std::string_view name) {
    for (const Build build : {Build::gil, Build::ft}) {
        if (name_of(build) == name) {
            return build;
        }
    }
    return std::nullopt;
}

std::string to_string(const Cell& cell) {
    return fmt::format("{} {} x{}", cell.interpreter, name_of(cell.mode), cell.workers);
}

}  // namespace gilscope::bench
