// Why the database can't do what was asked. Each message is a sentence for the user and names no path, so it
// may go to clients as well.
#pragma once

#include <stdexcept>

namespace gilscope::storage {

class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Another process has held the database for longer than we wait. Nothing was written; later it may work.
class Busy : public Error {
  public:
    using Error::Error;
};

/// There is no room for it. Nothing was written; reading goes on.
class Full : public Error {
  public:
    using Error::Error;
};

/// Damaged, replaced, removed, not writable, of a newer version, or no database at all: somebody must look at
/// it.
class Broken : public Error {
  public:
    using Error::Error;
};

}  // namespace gilscope::storage
