#include "runs/process_identity.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace gilscope::runs {
namespace {

std::string boot() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    file >> id;
    return id;
}

/// Clock ticks from the boot to its start: field 22 of its stat; empty if there is no such process, or it is
/// dead and only its parent doesn't know yet. Its name, field 2, may hold anything, spaces and brackets too.
std::string start_of(const std::string& pid) {
    std::ifstream file("/proc/" + pid + "/stat");
    std::string text;
    std::getline(file, text);
    const auto name_end = text.rfind(')');
    if (name_end == std::string::npos) {
        return {};
    }
    std::istringstream fields(text.substr(name_end + 1));
    std::string state;
    std::string field;
    fields >> state;
    for (int number = 4; number <= 22; ++number) {
        fields >> field;
    }
    return state == "Z" || state == "X" ? "" : field;
}

std::string identity(const std::string& pid) {
    return fmt::format("{} {} {}", pid, start_of(pid), boot());
}

}  // namespace

std::string this_process() {
    return identity(std::to_string(getpid()));
}

bool is_running(const std::string& process) {
    const std::string pid = process.substr(0, process.find(' '));
    const bool is_number =
        !pid.empty() && std::all_of(pid.begin(), pid.end(), [](char c) { return c >= '0' && c <= '9'; });
    return is_number && !start_of(pid).empty() && identity(pid) == process;
}

}  // namespace gilscope::runs
