#include "http/site.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "http/errors.h"
#include "http/temporary_page.h"

using namespace gilscope::http;

namespace {

RouteTable made_up_routes() {
    const auto echo = [](const Call& call) { return json_response({{"body", call.request.body}}); };
    RouteTable routes;
    routes.add({.method = "GET", .pattern = "/api/open", .handler = echo, .any_host = true});
    routes.add({.method = "GET", .pattern = "/api/thing", .handler = echo, .parameters = {"a"}});
    const auto check = [echo](const Call& call) {
        call.query.check();
        return echo(call);
    };
    routes.add({.method = "POST", .pattern = "/api/thing", .handler = check, .takes_json = true});
    routes.add({.method = "GET",
                .pattern = "/api/costly",
                .handler = [](const Call&) -> Response { throw std::runtime_error("never called"); },
                .is_unsafe = true,
                .allows_head = false});
    routes.add({.method = "GET",
                .pattern = "/api/events",
                .handler =
                    [](const Call&) {
                        return event_stream_response({.log = std::make_shared<gilscope::events::EventLog>()});
                    },
                .allows_head = false});
    return routes;
}

class Fixture {
  public:
    Fixture() : site_(made_up_routes(), options()) { site_.set_port(8000); }

    Response answer(const std::string& method, const std::string& target, std::vector<Header> headers = {},
                    const std::string& host = "localhost:8000") {
        auto request = make(method, target, std::move(headers), host);
        return site_.answer(request);
    }
    std::optional<Response> refuse(const std::string& method, const std::string& target,
                                   std::vector<Header> headers = {},
                                   const std::string& host = "localhost:8000") {
        auto request = make(method, target, std::move(headers), host);
        return site_.refuse(request);
    }
    Site& site() { return site_; }

  private:
    SiteOptions options() const {
        return {.allowed_hosts = {"lab.example"}, .page_directory = page_.directory(), .max_streams = 2};
    }
    static Request make(const std::string& method, const std::string& target, std::vector<Header> headers,
                        const std::string& host) {
        Request request;
        request.method = method;
        request.target = target;
        request.host = host;
        for (auto& header : headers) {
            request.headers.add(std::move(header.name), std::move(header.value));
        }
        return request;
    }

    TemporaryPage page_;
    Site site_;
};

std::string code_of(const Response& response) {
    return nlohmann::json::parse(response.body).at("error").at("code");
}

const Header evil{"Origin", "http://evil.example"};
const Header json{"Content-Type", "application/json; charset=utf-8"};

}  // namespace

TEST_SUITE("http/site") {
    TEST_CASE_FIXTURE(Fixture, "each check has its place in the order") {
        const Header encoded{"Content-Encoding", "gzip"};
        const std::string wrong_host = "evil.example";
        CHECK(code_of(answer("BREW", "/nowhere", {evil, encoded}, wrong_host)) == "misdirected_host");
        CHECK(code_of(answer("BREW", "/nowhere", {evil, encoded})) == "forbidden_origin");
        CHECK(code_of(answer("BREW", "/nowhere", {encoded})) == "not_found");
        CHECK(code_of(answer("BREW", "/api/thing", {encoded})) == "method_not_allowed");
        CHECK(code_of(answer("POST", "/api/thing", {encoded, json})) == "unsupported_media_type");
        CHECK(code_of(answer("POST", "/api/thing?b=1", {})) == "unsupported_media_type");
        CHECK(code_of(answer("POST", "/api/thing?b=1", {json})) == "validation_error");
        CHECK(answer("POST", "/api/thing", {json}).status == 200);
    }

    TEST_CASE_FIXTURE(Fixture, "open paths answer to any host, allowed hosts are served") {
        CHECK(answer("GET", "/api/open", {}, "whatever").status == 200);
        CHECK(answer("GET", "/api/thing", {}, "lab.example:9").status == 200);
        CHECK(answer("GET", "/", {}, "whatever").status == 421);
    }

    TEST_CASE_FIXTURE(Fixture, "costly reads are for our own pages; plain ones for everybody") {
        CHECK(answer("GET", "/api/costly", {evil}).status == 403);
        CHECK(answer("HEAD", "/api/costly", {evil}).status == 403);
        CHECK(answer("HEAD", "/api/costly").status == 405);
        CHECK(answer("OPTIONS", "/api/costly", {evil}).status == 204);
        CHECK(answer("GET", "/api/thing", {evil}).status == 200);
    }

    TEST_CASE_FIXTURE(Fixture, "405 says what is allowed") {
        CHECK(answer("PUT", "/api/thing").headers.find("Allow") == "GET, POST, OPTIONS");
        CHECK(answer("PUT", "/api/nothing").status == 404);
        CHECK(answer("POST", "/index.html").headers.find("Allow") == "GET");
        CHECK(answer("OPTIONS", "/index.html").status == 405);
    }

    TEST_CASE_FIXTURE(Fixture, "OPTIONS and CORS") {
        const auto preflight = answer("OPTIONS", "/api/thing", {{"Origin", "http://localhost:5500"}});
        CHECK(preflight.status == 204);
        CHECK(preflight.body.empty());
        CHECK(preflight.headers.find("Allow") == "GET, POST, OPTIONS");
        CHECK(preflight.headers.find("Access-Control-Allow-Methods") == "GET, POST, PATCH, DELETE, OPTIONS");
        CHECK(preflight.headers.find("Access-Control-Allow-Headers") ==
              "Content-Type, If-Match, If-None-Match, X-Request-Id");
        CHECK(preflight.headers.find("Access-Control-Max-Age") == "86400");
        CHECK(preflight.headers.find("Access-Control-Allow-Origin") == "http://localhost:5500");

        const auto other = answer("GET", "/api/thing", {evil});
        CHECK_FALSE(other.headers.find("Access-Control-Allow-Origin").has_value());
        CHECK(other.headers.find("Vary") == "Origin");
        CHECK(answer("OPTIONS", "/api/nothing").status == 404);
    }

    TEST_CASE_FIXTURE(Fixture,
                      "what was refused before it was a request still says who may read the answer") {
        FramingError error{413, "payload_too_large", "no"};
        error.headers.add("Origin", "http://localhost:5500");
        error.headers.add("X-Request-Id", "mine");
        const auto refused = site().refuse_framing(error, "127.0.0.1");
        CHECK(refused.headers.find("Access-Control-Allow-Origin") == "http://localhost:5500");
        CHECK(refused.headers.count("Access-Control-Expose-Headers") == 1);
        CHECK(refused.headers.find("X-Request-Id") == "mine");
    }

    TEST_CASE_FIXTURE(Fixture, "every answer has the common headers") {
        const std::vector<Response> answers{
            answer("GET", "/api/thing"), answer("GET", "/api/nothing"), answer("OPTIONS", "/api/thing"),
            answer("GET", "/"), site().refuse_framing({411, "length_required", "no"}, "127.0.0.1")};
        for (const auto& response : answers) {
            CHECK(response.headers.count("X-Request-Id") == 1);
            CHECK(response.headers.find("X-Content-Type-Options") == "nosniff");
            CHECK(response.headers.find("Vary") == "Origin");
            CHECK(response.headers.count("Cache-Control") == 1);
        }
        CHECK(answers[0].headers.find("Cache-Control") == "no-store");
        CHECK(answers[4].close);
    }

    TEST_CASE_FIXTURE(Fixture, "a client's own request id is kept if it is harmless") {
        CHECK(answer("GET", "/api/thing", {{"X-Request-Id", "a-1.b_2"}}).headers.find("X-Request-Id") ==
              "a-1.b_2");
        CHECK(answer("GET", "/api/thing", {{"X-Request-Id", "a b"}}).headers.find("X-Request-Id") != "a b");
        CHECK(answer("GET", "/api/thing").headers.find("X-Request-Id") !=
              answer("GET", "/api/thing").headers.find("X-Request-Id"));
    }

    TEST_CASE_FIXTURE(Fixture, "the page, and nothing of it under /api/") {
        CHECK(answer("GET", "/").body == "<!doctype html>");
        CHECK(answer("HEAD", "/js/main.js").status == 200);
        CHECK(answer("GET", "/api/").status == 404);
        CHECK(answer("GET", "/index.html?v=1").status == 200);
    }

    TEST_CASE_FIXTURE(Fixture, "so many event streams, and no more") {
        const auto first = answer("GET", "/api/events");
        CHECK(first.status == 200);
        {
            const auto second = answer("GET", "/api/events");
            CHECK(second.events.has_value());
            const auto third = answer("GET", "/api/events");
            CHECK(third.status == 503);
            CHECK_FALSE(third.events.has_value());
            CHECK(third.headers.find("Retry-After").has_value());
        }
        CHECK(answer("GET", "/api/events").status == 200);
        CHECK(answer("HEAD", "/api/events").status == 405);
    }

    TEST_CASE_FIXTURE(Fixture, "a head alone is refused for the same reasons") {
        CHECK_FALSE(refuse("POST", "/api/thing", {json}).has_value());
        CHECK(refuse("POST", "/api/thing", {json}, "evil.example")->status == 421);
        CHECK(refuse("POST", "/api/nothing", {json})->status == 404);
        CHECK(refuse("POST", "/api/thing")->status == 415);
    }
}
