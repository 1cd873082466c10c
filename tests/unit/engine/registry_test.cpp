#include "engine/registry.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "engine/errors.h"

using namespace gilscope::engine;

namespace {

InstalledEngine engine(const std::string& id, bool free_threaded, const std::string& problem = "") {
    InstalledEngine made;
    made.id = id;
    made.free_threaded = free_threaded;
    made.problem = problem;
    return made;
}

}  // namespace

TEST_CASE("the newest usable engine of a build is chosen") {
    const Registry registry({engine("3.9", false), engine("3.13", false), engine("3.13t", true)});
    CHECK(registry.newest(false).id == "3.13");
    CHECK(registry.newest(true).id == "3.13t");
}

TEST_CASE("a broken engine is passed over while there is another, and reported when there is none") {
    const Registry registry(
        {engine("3.13", false), engine("3.14", false, "/x/gilscope-engine-3.14 is broken")});
    CHECK(registry.newest(false).id == "3.13");
    CHECK_THROWS_WITH_AS(registry.usable("3.14"), "/x/gilscope-engine-3.14 is broken", EngineError);
    const Registry only_broken({engine("3.14", false, "/x/gilscope-engine-3.14 is broken")});
    CHECK_THROWS_WITH_AS(only_broken.newest(false), "/x/gilscope-engine-3.14 is broken", EngineError);
}

TEST_CASE("an unknown interpreter is answered with those that there are") {
    const Registry registry({engine("3.13", false), engine("3.13t", true)});
    CHECK_THROWS_WITH_AS(registry.usable("2.7"), "there is no interpreter 2.7; installed are: 3.13, 3.13t",
                         EngineError);
    CHECK_THROWS_AS(Registry({}).newest(true), EngineError);
}

TEST_CASE("a directory that isn't there, or holds no engines, gives an empty registry") {
    CHECK(Registry::discover("/nowhere/at/all").engines().empty());
}

TEST_CASE("a program that doesn't describe itself is a problem that names the file") {
    const auto directory = std::filesystem::temp_directory_path() / "gilscope-registry-test";
    std::filesystem::create_directories(directory);
    const auto program = directory / "gilscope-engine-3.99";
    std::ofstream(program) << "#!/bin/sh\necho nonsense\necho no libpython >&2\nexit 7\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const Registry registry = Registry::discover(directory);
    std::filesystem::remove_all(directory);
    REQUIRE(registry.engines().size() == 1);
    const std::string& problem = registry.engines()[0].problem;
    CHECK(problem.find(program.string()) != std::string::npos);
    CHECK(problem.find("exited with status 7: no libpython") != std::string::npos);
}
