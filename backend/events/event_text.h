// How an event looks to its reader: the text of server-sent events. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gilscope::events {

/// "id: 7\nevent: name\ndata: first line\ndata: second line\n\n". `name` is one line; `data` may have line
/// ends of any kind, each becomes a line feed for the reader.
std::string event_text(std::uint64_t id, std::string_view name, std::string_view data);

/// An event that has no place in the count: the reader resumes after the last one that had an id.
std::string event_text(std::string_view name, std::string_view data);

/// What readers ignore; shows both ends that the other one is still there.
std::string comment_text(std::string_view comment);

}  // namespace gilscope::events
