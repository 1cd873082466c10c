// UUIDs of version 7 (RFC 9562): their text sorts by when they were made.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "storage/timestamp.h"

namespace gilscope::storage {

/// True for the canonical text of a UUID: 36 characters, lower case.
bool is_identifier(std::string_view text);

/// Each one sorts after all that came before, whatever the clock does. For one thread.
class IdentifierSource {
  public:
    IdentifierSource();

    std::string next(Timestamp now);
    /// From now on, every new one sorts after that one. Nothing happens if it isn't an identifier.
    void stay_after(std::string_view identifier);

  private:
    std::uint64_t last_ = 0;  ///< of the 60 leading bits: milliseconds, then 1/4096 of one
    std::mt19937_64 random_;
};

}  // namespace gilscope::storage
