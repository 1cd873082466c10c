// A cell's rows, which arrive column by column.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/report_reader.h"
#include "bench/sample_columns.h"

namespace gilscope::bench {

/// The columns of one cell's "samples", "probes" or "blocks". The first column says to which block a row
/// belongs; `columns` are the others.
template <typename Figures, const auto& columns>
class ColumnTable {
  public:
    struct Row {
        std::int64_t block = 0;
        Figures figures;
    };

    explicit ColumnTable(const char* first_column) : first_column_(first_column) {}

    std::vector<Row> rows;

    /// The next figures belong to this column, of which at most so many may come. One that is unknown is
    /// passed over: a later version of the same schema may have more.
    void open(const std::string& name, std::size_t at_most) {
        open_ = index_of(name);
        next_ = 0;
        at_most_ = at_most;
    }

    /// False if that isn't what the column holds. Throws BadReport if there are too many.
    bool append(std::int64_t value, bool is_flag) {
        if (next_ == at_most_) {
            throw BadReport(fmt::format("there are more than {} rows", at_most_));
        }
        if (next_ == rows.size() && open_ != unknown) {
            rows.emplace_back();
        }
        return write(value, is_flag);
    }

    void close() {
        if (open_ != unknown) {
            lengths_[open_] = next_;
        }
    }

    /// Ready for another cell; the memory is kept.
    void clear() {
        rows.clear();
        lengths_.fill(0);
    }

    /// Throws BadReport unless every column is there (recent ones may be missing), and all are equally long.
    void check(const std::string& place) const {
        for (std::size_t i = 0; i < lengths_.size(); ++i) {
            const bool may_be_missing = i > 0 && columns[i - 1].is_recent && lengths_[i] == 0;
            if (lengths_[i] != rows.size() && !may_be_missing) {
                const std::string_view name = i == 0 ? first_column_ : columns[i - 1].name;
                throw BadReport(fmt::format("{}.{} must be as long as the other columns, {} and not {}",
                                            place, name, rows.size(), lengths_[i]));
            }
        }
    }

  private:
    static constexpr std::size_t unknown = columns.size() + 1;

    std::size_t index_of(const std::string& name) const {
        if (name == first_column_) {
            return 0;
        }
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (name == columns[i].name) {
                return i + 1;
            }
        }
        return unknown;
    }

    bool write(std::int64_t value, bool is_flag) {
        const std::size_t row = next_++;
        if (open_ == unknown) {
            return true;
        }
        if (open_ == 0) {
            rows[row].block = value;
            return !is_flag;
        }
        columns[open_ - 1].write(rows[row].figures, value);
        return columns[open_ - 1].is_flag == is_flag;
    }

    const char* first_column_;
    std::array<std::size_t, columns.size() + 1> lengths_{};
    std::size_t open_ = unknown;
    std::size_t next_ = 0;
    std::size_t at_most_ = 0;
};

using BlockTable = ColumnTable<CellBlock, block_columns>;
using SampleTable = ColumnTable<Sample, sample_columns>;
using ProbeTable = ColumnTable<ProbeSample, probe_columns>;

/// Once all columns of a cell are there: its samples move into their blocks, and its tables are ready for the
/// next cell. Throws BadReport if they don't belong there.
std::vector<BlockTable::Row> dealt_out(const std::string& cell, BlockTable& blocks, SampleTable& samples,
                                       ProbeTable& probes);

}  // namespace gilscope::bench
