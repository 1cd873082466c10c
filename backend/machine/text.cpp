#include "machine/text.h"

#include <fcntl.h>

#include <array>
#include <cerrno>

namespace gilscope::machine {

namespace {

constexpr std::string_view white_space = " \t\n\r";

}  // namespace

system::FileDescriptor open_to_read(const std::filesystem::path& file) {
    return system::FileDescriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
}

std::optional<std::string> read_text(const system::FileDescriptor& file) {
    std::string text;
    std::array<char, 4096> chunk{};
    while (true) {
        const ssize_t count =
            ::pread(file.get(), chunk.data(), chunk.size(), static_cast<off_t>(text.size()));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return std::nullopt;
        }
        if (count == 0) {
            return text;
        }
        text.append(chunk.data(), static_cast<std::size_t>(count));
    }
}

std::optional<std::string> read_text(const std::filesystem::path& file) {
    const system::FileDescriptor descriptor = open_to_read(file);
    return descriptor.is_open() ? read_text(descriptor) : std::nullopt;
}

std::string read_word(const std::filesystem::path& file) {
    return std::string(trimmed(read_text(file).value_or("")));
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(white_space);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> found;
    std::size_t begin = text.find_first_not_of(white_space);
    while (begin != std::string_view::npos) {
        const std::size_t end = text.find_first_of(white_space, begin);
        found.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(white_space, end);
    }
    return found;
}

std::optional<std::string_view> value_of(std::string_view text, std::string_view key) {
    for (std::string_view line : split(text, '\n')) {
        if (!line.starts_with(key)) {
            continue;
        }
        line.remove_prefix(key.size());
        // "model name" must not find "model name2", nor "Mem" find "MemTotal".
        if (!line.empty() && line.front() != ':' &&
            white_space.find(line.front()) == std::string_view::npos) {
            continue;
        }
        line = trimmed(line);
        if (line.starts_with(':')) {
            line.remove_prefix(1);
        }
        return trimmed(line);
    }
    return std::nullopt;
}

}  // namespace gilscope::machine
