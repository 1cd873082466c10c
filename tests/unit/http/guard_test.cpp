#include "http/guard.h"

#include <doctest/doctest.h>

using namespace gilscope::http;

namespace {

constexpr const char* configured = "http://localhost:5500";

Request from(const char* site, const char* origin) {
    Request request;
    if (site != nullptr) {
        request.headers.add("Sec-Fetch-Site", site);
    }
    if (origin != nullptr) {
        request.headers.add("Origin", origin);
    }
    return request;
}

}  // namespace

TEST_SUITE("http/guard") {
    TEST_CASE("loopback names and addresses with our port are served") {
        const ServedHosts hosts{8000, {}};
        for (const auto* served :
             {"localhost:8000", "LOCALHOST:8000", "127.0.0.1:8000", "127.1.2.3:8000", "[::1]:8000"}) {
            CAPTURE(served);
            CHECK(hosts.includes(served));
        }
        for (const auto* other :
             {"localhost", "localhost:8001", "127.0.0.1", "[::1]", "::1:8000", "evil.example:8000", "",
              "localhost.evil.example:8000", "127.0.0.1.evil.example:8000", "128.0.0.1:8000",
              "localhost:8000:8000", "localhost:08000", "localhost:"}) {
            CAPTURE(other);
            CHECK_FALSE(hosts.includes(other));
        }
    }

    TEST_CASE("port 80 may be left out") {
        CHECK(ServedHosts{80, {}}.includes("localhost"));
    }

    TEST_CASE("allowed hosts, with any port or with one") {
        const ServedHosts hosts{8000, {"lab.example", "other.example:81"}};
        CHECK(hosts.includes("lab.example"));
        CHECK(hosts.includes("Lab.Example:9"));
        CHECK(hosts.includes("other.example:81"));
        CHECK_FALSE(hosts.includes("other.example"));
        CHECK_FALSE(hosts.includes("x.lab.example"));
    }

    TEST_CASE("who may act") {
        CHECK(may_act(from(nullptr, nullptr), configured));
        CHECK(may_act(from("same-origin", nullptr), configured));
        CHECK(may_act(from("same-origin", "http://127.0.0.1:8000"), configured));
        CHECK(may_act(from("none", nullptr), configured));
        CHECK(may_act(from("same-site", configured), configured));
        CHECK(may_act(from(nullptr, configured), configured));
    }

    TEST_CASE("a page that was served under another name than loopback may") {
        auto request = from(nullptr, "http://lab.example:8000");
        request.host = "lab.example:8000";
        CHECK(may_act(request, configured));
        request.host = "lab.example:8001";
        CHECK_FALSE(may_act(request, configured));
        auto other_site = from("cross-site", "http://lab.example:8000");
        other_site.host = "lab.example:8000";
        CHECK_FALSE(may_act(other_site, configured));
    }

    TEST_CASE("who may not") {
        CHECK_FALSE(may_act(from("cross-site", nullptr), configured));
        CHECK_FALSE(may_act(from("same-site", nullptr), configured));
        CHECK_FALSE(may_act(from("cross-site", "http://evil.example"), configured));
        CHECK_FALSE(may_act(from(nullptr, "http://evil.example"), configured));
        CHECK_FALSE(may_act(from(nullptr, "null"), configured));
        CHECK_FALSE(may_act(from(nullptr, "http://localhost:5500/"), configured));
        CHECK_FALSE(may_act(from("", nullptr), configured));
    }
}
