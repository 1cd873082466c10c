// What a chart shows, before anything is placed: from reports to figures with names.
#pragma once

#include <string>
#include <vector>

#include "bench/report.h"
#include "chart/chart.h"

namespace gilscope::chart {

struct Point {
    int workers = 1;
    bench::Estimate value;
};

/// One mode of one interpreter.
struct Series {
    std::string interpreter;  ///< its id
    bench::Build build = bench::Build::gil;
    bench::Mode mode = bench::Mode::sequential;
    std::size_t group = 0;      ///< index into Picture::groups
    std::vector<Point> points;  ///< ascending workers
    std::string missing;        ///< why there is no point, or empty
};

/// The series of one interpreter of one report.
struct Group {
    std::string title;  ///< "Python 3.13.5, free-threaded"
    bench::Build build = bench::Build::gil;
    int rank = 0;  ///< 0 for the first of its build, 1 for the second, ...: chooses the dashes
};

/// A line to compare with.
struct Reference {
    std::string label;
    std::vector<Point> points;
};

struct Picture {
    Kind kind = Kind::speedup;
    std::string title;
    std::vector<std::string> details;  ///< machine, interpreters, what the bands are: one line each
    std::string unit;                  ///< "×", "ms", "s", "%"
    std::vector<Group> groups;
    std::vector<Series> series;
    Reference baseline;        ///< what speedup is counted from; without points if there is none
    Reference machine;         ///< what the machine has to give; without points if unknown or of no concern
    Reference ideal;           ///< what as many cores as workers would give
    std::vector<int> workers;  ///< all that any series has, ascending
};

Picture picture_of(const std::vector<const bench::Report*>& reports, Kind kind);

}  // namespace gilscope::chart
