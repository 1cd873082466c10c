// Takes a report's JSON as it is parsed: samples go straight into their rows, so that a million of them never
// exist as JSON values; the rest becomes JSON as usual.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "bench/column_table.h"
#include "bench/json_parts.h"
#include "bench/report_reader.h"

namespace gilscope::bench {

/// What a parser calls (the SAX interface of nlohmann::json). Throws BadReport as soon as anything is wrong
/// or too large, so that a hostile text costs no more than an honest one.
class ReportEvents {
  public:
    explicit ReportEvents(const ReportLimits& limits) : limits_(limits) {}

    /// The JSON without the columns of the cells' "blocks" and "samples".
    Json rest;
    /// These columns, one entry a cell, the samples in their blocks.
    std::vector<std::vector<BlockTable::Row>> cells;

    /// True while a column is open that holds figures only. They may come through the functions below, or
    /// (faster) through figure().
    bool takes_figures() const { return column_ != Column::none; }
    void figure(std::int64_t value, bool is_flag);
    [[noreturn]] void not_a_figure() const;

    bool null();
    bool boolean(bool value);
    bool number_integer(std::int64_t value);
    bool number_unsigned(std::uint64_t value);
    bool number_float(double value, const std::string& text);
    bool string(std::string& value);
    bool binary(Json::binary_t& value);
    bool start_object(std::size_t size);
    bool key(std::string& name);
    bool end_object();
    bool start_array(std::size_t size);
    bool end_array();
    /// Ends the parsing.
    bool parse_error(std::size_t position, const std::string& token, const std::exception& error);

  private:
    /// An object or list that hasn't ended yet.
    struct Level {
        Json* container;
        std::string key;  ///< of an object: where the next value goes
    };
    enum class Column { none, samples, probes, blocks };

    Json& add(Json value);
    void open(Json container);
    void check_schema(const Json& value) const;
    bool in_list_of_cells() const;
    Column column_that_starts() const;
    void open_column(Column column);
    bool append_to_other(std::int64_t value, bool is_flag);
    void close_cell();

    ReportLimits limits_;
    std::vector<Level> levels_;
    Column column_ = Column::none;  ///< whose figures are coming
    std::size_t values_ = 0;
    BlockTable blocks_{"index"};  ///< of the cell that hasn't ended yet, like the next one
    SampleTable samples_{"block"};
    ProbeTable probes_{"block"};
    std::size_t earlier_samples_ = 0;
    std::size_t earlier_probes_ = 0;
};

// Called for each of a million samples' figures: in the header, so that it is inlined.
inline void ReportEvents::figure(std::int64_t value, bool is_flag) {
    const bool fits =
        value >= 0 && value <= largest_figure &&
        (column_ == Column::samples ? samples_.append(value, is_flag) : append_to_other(value, is_flag));
    if (!fits) {
        not_a_figure();
    }
}

/// Sends JSON that has been parsed already to the same place.
void replay(const Json& json, ReportEvents& events);

}  // namespace gilscope::bench
