#include <unistd.h>

#include <array>

#include "machine/cgroups.h"
#include "machine/machine.h"
#include "machine/text.h"

namespace gilscope::machine {

namespace {

/// Columns of the first line of /proc/stat behind its name.
enum Column : std::size_t { user, nice, system_time, idle, io_wait, irq, softirq, steal };

nanoseconds from_ticks(std::int64_t ticks) {
    static const std::int64_t ticks_per_second = ::sysconf(_SC_CLK_TCK);
    return nanoseconds(ticks * (1'000'000'000 / ticks_per_second));
}

void read_processor_time(std::string_view proc_stat, Counters& counters) {
    const auto columns = words(value_of(proc_stat, "cpu").value_or(""));
    const auto column = [&](Column index) {
        return index < columns.size() ? to_number<std::int64_t>(columns[index]).value_or(0) : 0;
    };
    // The guest columns further right aren't added: user and nice hold them already.
    counters.busy =
        from_ticks(column(user) + column(nice) + column(system_time) + column(irq) + column(softirq));
    counters.steal = from_ticks(column(steal));
}

std::optional<nanoseconds> pressure(std::string_view text) {
    constexpr std::string_view key = "total=";
    for (const auto word : words(value_of(text, "some").value_or(""))) {
        if (!word.starts_with(key)) {
            continue;
        }
        if (const auto total = to_number<std::int64_t>(word.substr(key.size()))) {
            return std::chrono::microseconds(*total);
        }
    }
    return std::nullopt;
}

struct Throttling {
    std::int64_t times = 0;
    nanoseconds time{};
};

/// Nothing for a group that can't have a quota, such as the topmost one.
std::optional<Throttling> throttling(const system::FileDescriptor& cpu_stat) {
    const auto text = read_text(cpu_stat);
    const auto number = [&](std::string_view name) -> std::optional<std::int64_t> {
        const auto value = text ? value_of(*text, name) : std::nullopt;
        return value ? to_number<std::int64_t>(*value) : std::nullopt;
    };
    const auto times = number("nr_throttled");
    if (!times) {
        return std::nullopt;
    }
    // Version 1 counts nanoseconds, version 2 microseconds.
    return Throttling{*times, nanoseconds(number("throttled_time").value_or(0)) +
                                  std::chrono::microseconds(number("throttled_usec").value_or(0))};
}

/// Every level has its own count, which rises only where the quota is set: so keep all that have one.
std::vector<system::FileDescriptor> open_cpu_stats(const std::filesystem::path& root) {
    std::vector<system::FileDescriptor> files;
    for (const Cgroup& group : cgroups("cpu", root)) {
        system::FileDescriptor file = open_to_read(group.folder / "cpu.stat");
        if (file.is_open() && throttling(file)) {
            files.push_back(std::move(file));
        }
    }
    return files;
}

}  // namespace

struct CounterReader::Files {
    system::FileDescriptor stat;
    system::FileDescriptor pressure;
    std::vector<system::FileDescriptor> cpu_stats;
};

CounterReader::CounterReader(const std::filesystem::path& root)
    : files_(std::make_unique<Files>(Files{open_to_read(root / "proc/stat"),
                                           open_to_read(root / "proc/pressure/cpu"), open_cpu_stats(root)})) {
}

CounterReader::~CounterReader() = default;

Counters CounterReader::read() {
    Counters counters;
    if (const auto text = read_text(files_->stat)) {
        read_processor_time(*text, counters);
    }
    if (const auto text = read_text(files_->pressure)) {
        counters.pressure = pressure(*text);
    }
    for (const system::FileDescriptor& file : files_->cpu_stats) {
        if (const auto found = throttling(file)) {
            counters.throttled = counters.throttled.value_or(0) + found->times;
            counters.throttled_time += found->time;
        }
    }
    return counters;
}

}  // namespace gilscope::machine
