#include "runs/checksum_book.h"

#include <doctest/doctest.h>

#include "runs/errors.h"

using namespace gilscope::runs;

TEST_CASE("equal values agree, and workloads that don't compare are passed over") {
    ChecksumBook book;
    CHECK(book.value().empty());
    book.note("3.13 threads x2", {"1229", "1229"});
    book.note("3.13 sequential x2", {"1229"});
    book.note("3.13t threads x2", {"", ""});
    CHECK_NOTHROW(book.check());
    CHECK(book.value() == "1229");
}

TEST_CASE("everyone who disagrees is named, within a cell too") {
    ChecksumBook book;
    book.note("a", {"1"});
    book.note("b", {"1", "2"});
    try {
        book.check();
        FAIL("no mismatch was found");
    } catch (const ChecksumMismatch& mismatch) {
        CHECK(mismatch.values().at("a") == "1");
        CHECK(mismatch.values().at("b") == "1, 2");
        CHECK(std::string(mismatch.what()).find("b -> 1, 2") != std::string::npos);
    }
}
