#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "cli/address.h"
#include "cli/commands.h"
#include "cli/exit_status.h"
#include "http/client.h"
#include "runs/errors.h"

namespace gilscope::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds answer_within{5};
constexpr std::chrono::seconds look_every{5};

/// When process 1 of this container started, in the kernel's ticks; empty if it can't be read.
std::string start_of_first_process() {
    std::ifstream stat("/proc/1/stat");
    const std::string text{std::istreambuf_iterator<char>(stat), {}};
    // The name in parentheses may hold anything; the start is the 20th field behind it.
    std::istringstream fields(text.substr(std::min(text.rfind(')') + 1, text.size())));
    std::string field;
    for (int count = 0; count < 20; ++count) {
        fields >> field;
    }
    return field;
}

/// True once for each URL and life of the container. A directory, since making one follows no link. Where
/// none can be made, every look is the first one.
bool is_first_success(const std::string& url) {
    const std::string name = fmt::format("gilscope-healthy-{}-{}-{:016x}", geteuid(),
                                         start_of_first_process(), std::hash<std::string>()(url));
    std::error_code error;
    const auto directory = std::filesystem::temp_directory_path(error) / name;
    return error || mkdir(directory.c_str(), S_IRWXU) == 0 || errno != EEXIST;
}

void look(const std::string& url) {
    const http::ClientAnswer answer = http::get(url, answer_within);
    if (answer.status != 200) {
        throw std::runtime_error(
            fmt::format("{} answered with status {} instead of 200", url, answer.status));
    }
}

}  // namespace

int health_command(const HealthOptions& options) {
    const std::string url =
        options.url.empty() ? fmt::format("http://127.0.0.1:{}/api/health", options.port) : options.url;
    const auto hold = options.hold.empty() ? std::chrono::nanoseconds(0) : parse_duration(options.hold);
    if (!hold) {
        throw runs::InvalidRequest({{"--hold", options.hold + " is not understood; an example is 10m"}});
    }
    check_address("url", url);
    look(url);
    if (hold->count() > 0 && !is_first_success(url)) {
        const auto end = Clock::now() + *hold;
        while (Clock::now() < end) {
            std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(look_every, end - Clock::now()));
            look(url);
        }
    }
    return exit_ok;
}

}  // namespace gilscope::cli
