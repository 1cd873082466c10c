#include "http/errors.h"

#include <doctest/doctest.h>
#include <spdlog/spdlog.h>

#include "engine/errors.h"
#include "http/json_body.h"
#include "runs/errors.h"
#include "storage/errors.h"
#include "tasks/errors.h"

using namespace gilscope;
using nlohmann::ordered_json;

namespace {

template <typename Thrown>
http::Response answer_to(const Thrown& thrown) {
    return http::error_response(std::make_exception_ptr(thrown), "id-1");
}

ordered_json error_in(const http::Response& response) {
    return ordered_json::parse(response.body).at("error");
}

}  // namespace

TEST_SUITE("http/errors") {
    TEST_CASE("keys in the contract's order, details only where there are some") {
        CHECK(http::error_response(404, "not_found", "no").body ==
              R"({"error":{"code":"not_found","message":"no"}})");
        CHECK(http::error_response(422, "c", "m", {{"a", "b"}}).body ==
              R"({"error":{"code":"c","message":"m","details":{"a":"b"}}})");
    }

    TEST_CASE("text that is no UTF-8 can't break an answer") {
        CHECK(http::error_response(400, "c", "\xff").body.find("\xef\xbf\xbd") != std::string::npos);
    }

    TEST_CASE("each exception has its status") {
        const auto invalid = answer_to(runs::InvalidRequest({{"n", "is bad"}, {"m", "too"}}));
        CHECK(invalid.status == 422);
        CHECK(error_in(invalid).at("code") == "validation_error");
        CHECK(error_in(invalid).at("details") == ordered_json{{"m", "too"}, {"n", "is bad"}});

        const auto failed = answer_to(runs::WorkloadFailed("it raised", "Traceback ..."));
        CHECK(failed.status == 500);
        CHECK(error_in(failed).at("code") == "workload_failed");
        CHECK(error_in(failed).at("details").at("traceback") == "Traceback ...");

        const auto mismatch = answer_to(runs::ChecksumMismatch("they differ", {{"3.13 threads x2", "1"}}));
        CHECK(error_in(mismatch).at("code") == "checksum_mismatch");
        CHECK(error_in(mismatch).at("details").at("3.13 threads x2") == "1");

        const auto engine = answer_to(engine::EngineError("no engine"));
        CHECK(engine.status == 500);
        CHECK(error_in(engine).at("message") == "no engine");
        CHECK(answer_to(engine::DeadlineExceeded()).status == 504);
    }

    TEST_CASE("tasks and the database too, each in its own sentence") {
        struct Case {
            http::Response answer;
            int status;
            const char* code;
        };
        spdlog::set_level(spdlog::level::off);
        const Case cases[] = {
            {answer_to(http::BadJson("why")), 400, "bad_request"},
            {answer_to(tasks::NoSuchTask()), 404, "not_found"},
            {answer_to(tasks::ConditionFailed()), 412, "precondition_failed"},
            {answer_to(tasks::InvalidTask(tasks::Problems{{"title", "is bad"}})), 422, "validation_error"},
            {answer_to(storage::Broken("why")), 500, "internal_error"},
            {answer_to(runs::Stopping()), 503, "shutting_down"},
            {answer_to(storage::Busy("why")), 503, "store_busy"},
            {answer_to(storage::Full("why")), 507, "storage_full"},
        };
        spdlog::set_level(spdlog::level::info);
        for (const auto& [answer, status, code] : cases) {
            CAPTURE(code);
            CHECK(answer.status == status);
            CHECK(error_in(answer).at("code") == code);
            CHECK_FALSE(error_in(answer).at("message").get<std::string>().empty());
            CHECK(answer.headers.find("Retry-After").has_value() == (status == 503));
        }
        CHECK(error_in(cases[3].answer).at("details") == ordered_json{{"title", "is bad"}});
    }

    TEST_CASE("busy says when to come back") {
        const auto busy = answer_to(runs::QueueFull("the line is full"));
        CHECK(busy.status == 503);
        CHECK(error_in(busy).at("code") == "busy");
        CHECK(busy.headers.find("Retry-After").has_value());
    }

    TEST_CASE("a surprise keeps its text to itself") {
        spdlog::set_level(spdlog::level::off);
        const auto surprise = answer_to(std::runtime_error("/secret/path"));
        const auto stranger = answer_to(42);
        spdlog::set_level(spdlog::level::info);
        CHECK(surprise.status == 500);
        CHECK(error_in(surprise).at("code") == "internal_error");
        CHECK(surprise.body.find("secret") == std::string::npos);
        CHECK(surprise.body.find("id-1") != std::string::npos);
        CHECK(stranger.status == 500);
    }
}
