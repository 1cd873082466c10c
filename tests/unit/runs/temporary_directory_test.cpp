#include "runs/temporary_directory.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

namespace gilscope::runs {

namespace fs = std::filesystem;

namespace {

/// TMPDIR is a folder of the test's own meanwhile.
class OwnParent {
  public:
    OwnParent() : before_(std::getenv("TMPDIR") == nullptr ? "" : std::getenv("TMPDIR")) {
        std::string pattern = (fs::temp_directory_path() / "test-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
        setenv("TMPDIR", path_.c_str(), 1);
    }
    ~OwnParent() {
        before_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before_.c_str(), 1);
        fs::remove_all(path_);
    }
    fs::path with_folder(const std::string& name) const {
        fs::create_directory(path_ / name);
        std::ofstream(path_ / name / "left.pyc") << "x";
        return path_ / name;
    }

  private:
    std::string before_;
    fs::path path_;
};

}  // namespace

TEST_SUITE("temporary directory") {
    TEST_CASE("is there while its owner lives, and not afterwards") {
        const OwnParent parent;
        std::optional<TemporaryDirectory> directory(std::in_place);
        const fs::path path = directory->path();
        std::ofstream(path / "file") << "x";
        CHECK(fs::exists(path / "file"));
        directory.reset();
        CHECK_FALSE(fs::exists(path));
    }

    TEST_CASE("what a killed owner has left goes with the next one") {
        const OwnParent parent;
        const fs::path left = parent.with_folder("gilscope-abcdef");
        fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::minutes(2));
        const TemporaryDirectory next;
        CHECK_FALSE(fs::exists(left));
    }

    TEST_CASE("what is young, in use or not ours is left alone") {
        const OwnParent parent;
        const fs::path young = parent.with_folder("gilscope-abcdef");
        const fs::path other = parent.with_folder("gilscope-abcdef-more");
        const TemporaryDirectory in_use;
        fs::last_write_time(in_use.path(), fs::file_time_type::clock::now() - std::chrono::minutes(2));
        const TemporaryDirectory next;
        CHECK(fs::exists(young));
        CHECK(fs::exists(other));
        CHECK(fs::exists(in_use.path()));
    }
}

}  // namespace gilscope::runs
