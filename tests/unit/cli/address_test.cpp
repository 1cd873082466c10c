#include "cli/address.h"

#include <doctest/doctest.h>

using gilscope::cli::problem_of_address;

TEST_CASE("an address has a scheme, a host, and a port that exists") {
    for (const char* address : {"http://127.0.0.1:8000", "https://host", "http://[::1]:8000/api?x=1:2",
                                "http://[::1]", "http://host:8000/", "http://host/path:with-colon"}) {
        CAPTURE(address);
        CHECK(problem_of_address(address).empty());
    }
    for (const char* address :
         {"", "nonsense", "ftp://x", "localhost:8000", "http:/x", "http://", "http:///path", "http://:80",
          "http://x:", "http://x:0", "http://x:65536", "http://x:http", "http://a b", "http://[::1"}) {
        CAPTURE(address);
        CHECK_FALSE(problem_of_address(address).empty());
    }
}
