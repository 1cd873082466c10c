// The address of another server, as it stands on the command line.
#pragma once

#include <string>

namespace gilscope::cli {

/// What is wrong with an address, as the end of a sentence, or empty: it must start with http:// or https://
/// and name a host, with a port from 1 to 65535 if it names one. Whether anyone answers there is another
/// question.
std::string problem_of_address(const std::string& address);

/// Throws runs::InvalidRequest that names the option.
void check_address(const std::string& option, const std::string& address);

}  // namespace gilscope::cli
