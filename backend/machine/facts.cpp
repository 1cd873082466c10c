#include <sys/prctl.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>

#include "machine/figures.h"
#include "machine/machine.h"
#include "machine/memory_limit.h"
#include "machine/text.h"

namespace gilscope::machine {

namespace {

std::string cpu_model(std::string_view cpuinfo) {
    if (const auto name = value_of(cpuinfo, "model name"); name && !name->empty()) {
        return std::string(*name);
    }
    // Arm kernels name no model: its architecture is better than nothing.
    utsname names{};
    return ::uname(&names) == 0 ? names.machine : "";
}

bool is_virtual_machine(std::string_view cpuinfo, const std::filesystem::path& root) {
    const auto flags = words(value_of(cpuinfo, "flags").value_or(""));
    if (std::find(flags.begin(), flags.end(), "hypervisor") != flags.end()) {
        return true;
    }
    if (!read_word(root / "sys/hypervisor/type").empty()) {
        return true;
    }
    // Arm has no such flag; its firmware tables tell.
    const std::string firmware = read_word(root / "sys/class/dmi/id/sys_vendor") + " " +
                                 read_word(root / "sys/class/dmi/id/product_name");
    constexpr std::array<std::string_view, 6> signs{
        "QEMU", "KVM", "VMware", "VirtualBox", "Virtual Machine", "Parallels"};
    return std::any_of(signs.begin(), signs.end(),
                       [&](std::string_view sign) { return firmware.find(sign) != std::string::npos; });
}

std::int64_t memory_bytes(std::string_view meminfo, std::string_view key) {
    const auto fields = words(value_of(meminfo, key).value_or(""));
    return fields.empty() ? 0 : to_number<std::int64_t>(fields.front()).value_or(0) * 1024;
}

std::optional<bool> autogroup(const std::filesystem::path& root) {
    const auto enabled = to_number<int>(read_word(root / "proc/sys/kernel/sched_autogroup_enabled"));
    return enabled ? std::optional(*enabled != 0) : std::nullopt;
}

}  // namespace

double load_average(const std::filesystem::path& root) {
    const std::string text = read_word(root / "proc/loadavg");
    const auto fields = words(text);
    return fields.empty() ? 0 : to_number<double>(fields.front()).value_or(0);
}

Facts facts(const std::filesystem::path& root) {
    const std::string cpuinfo = read_text(root / "proc/cpuinfo").value_or("");
    const std::string meminfo = read_text(root / "proc/meminfo").value_or("");
    Facts facts;
    facts.cpu_model = cpu_model(cpuinfo);
    facts.online_cpus = online_cpus(root);
    facts.usable = usable_cores(root);
    facts.governor = read_word(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    facts.kernel = read_word(root / "proc/sys/kernel/osrelease");
    facts.clock_source = read_word(root / "sys/devices/system/clocksource/clocksource0/current_clocksource");
    facts.autogroup = autogroup(root);
    facts.timer_slack = nanoseconds(std::max(0, ::prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0)));
    facts.load_1m = load_average(root);
    facts.memory_total_bytes = memory_bytes(meminfo, "MemTotal");
    facts.memory_available_bytes = memory_bytes(meminfo, "MemAvailable");
    if (const auto limit = memory_limit(root)) {
        facts.memory_total_bytes = std::min(facts.memory_total_bytes, limit->total_bytes);
        facts.memory_available_bytes = std::min(facts.memory_available_bytes, limit->available_bytes);
    }
    facts.virtual_machine = is_virtual_machine(cpuinfo, root);
    return facts;
}

}  // namespace gilscope::machine
