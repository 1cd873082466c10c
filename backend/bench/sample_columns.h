// How samples and blocks are laid out in a file: one column a figure, for writing and for reading.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "bench/measurements.h"

namespace gilscope::bench {

/// No figure of a file may be larger: some 115 days in nanoseconds, so that sums never overflow.
inline constexpr std::int64_t largest_figure = 10'000'000'000'000'000;

/// A figure of a row, always as a number.
template <typename Row>
struct Column {
    std::string_view name;
    bool is_flag;    ///< written as true or false
    bool is_recent;  ///< left out by earlier versions of the same schema, which means 0
    std::int64_t (*read)(const Row&);
    void (*write)(Row&, std::int64_t);

    constexpr Column recent() const { return {name, is_flag, true, read, write}; }
};

namespace columns {

inline std::int64_t as_number(nanoseconds time) {
    return time.count();
}
template <typename Number>
std::int64_t as_number(Number number) {
    return static_cast<std::int64_t>(number);
}

template <typename Row, auto Member>
constexpr Column<Row> column(std::string_view name) {
    using Value = std::remove_cvref_t<decltype(std::declval<Row>().*Member)>;
    return {name, std::is_same_v<Value, bool>, false, [](const Row& row) { return as_number(row.*Member); },
            [](Row& row, std::int64_t value) { row.*Member = static_cast<Value>(value); }};
}

template <auto Member>
constexpr Column<Sample> of_sample(std::string_view name) {
    return column<Sample, Member>(name);
}
template <auto Member>
constexpr Column<ProbeSample> of_probe(std::string_view name) {
    return column<ProbeSample, Member>(name);
}
template <auto Member>
constexpr Column<CellBlock> of_block(std::string_view name) {
    return column<CellBlock, Member>(name);
}

}  // namespace columns

/// The columns of a cell's "samples", without "block", which says where a row belongs.
inline constexpr std::array sample_columns{
    columns::of_sample<&Sample::round>("round"),
    columns::of_sample<&Sample::warmup>("warmup"),
    columns::of_sample<&Sample::wall>("wall_ns"),
    columns::of_sample<&Sample::first_start>("first_start_ns"),
    columns::of_sample<&Sample::task_sum>("task_sum_ns"),
    columns::of_sample<&Sample::user_cpu>("user_cpu_ns"),
    columns::of_sample<&Sample::system_cpu>("system_cpu_ns"),
    columns::of_sample<&Sample::process_cpu>("process_cpu_ns"),
    columns::of_sample<&Sample::run_queue_delay>("run_queue_delay_ns"),
    columns::of_sample<&Sample::voluntary_switches>("voluntary_switches"),
    columns::of_sample<&Sample::involuntary_switches>("involuntary_switches"),
    columns::of_sample<&Sample::collections>("collections"),
    columns::of_sample<&Sample::collection_time>("collection_time_ns"),
    columns::of_sample<&Sample::others_cpu>("others_cpu_ns"),
    columns::of_sample<&Sample::steal>("steal_ns"),
    columns::of_sample<&Sample::pressure>("pressure_ns"),
    columns::of_sample<&Sample::gil_enabled>("gil_enabled"),
    columns::of_sample<&Sample::throttled>("throttled").recent(),
    columns::of_sample<&Sample::throttled_time>("throttled_ns").recent(),
};

/// The columns of a cell's "blocks", without "index".
inline constexpr std::array block_columns{
    columns::of_block<&CellBlock::setup>("setup_ns"),
    columns::of_block<&CellBlock::memory_bytes>("memory_bytes"),
    columns::of_block<&CellBlock::peak_bytes>("peak_bytes"),
    columns::of_block<&CellBlock::observed_wall>("observed_wall_ns").recent(),
    columns::of_block<&CellBlock::observed_run_queue_delay>("observed_run_queue_delay_ns").recent(),
};

/// The columns of a cell's "probes", without "block".
inline constexpr std::array probe_columns{
    columns::of_probe<&ProbeSample::wake_late>("wake_late_ns"),
    columns::of_probe<&ProbeSample::lock_wait>("lock_wait_ns"),
};

}  // namespace gilscope::bench
