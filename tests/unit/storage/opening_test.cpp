// What a database says that can't be opened, and that opening changes nothing but what it must.
#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <thread>

#include "storage/migrations.h"
#include "storage/temporary_database.h"

using namespace gilscope;
using namespace gilscope::tests;
namespace fs = std::filesystem;

namespace {

/// As another program would, with its own idea of the file.
void execute_raw(const storage::Place& place, const std::string& sql) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(place.path.c_str(), &database) == SQLITE_OK);
    REQUIRE(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
}

/// Permissions mean nothing to root: for as long as it lives, this process is somebody who owns that
/// directory.
class AsOrdinaryUser {
  public:
    explicit AsOrdinaryUser(const fs::path& directory) {
        constexpr uid_t somebody = 12345;
        if (geteuid() == 0) {
            for (const auto& file : fs::recursive_directory_iterator(directory)) {
                REQUIRE(chown(file.path().c_str(), somebody, getegid()) == 0);
            }
            REQUIRE(chown(directory.c_str(), somebody, getegid()) == 0);
            REQUIRE(seteuid(somebody) == 0);
        }
    }
    ~AsOrdinaryUser() { CHECK(seteuid(getuid()) == 0); }
    AsOrdinaryUser(const AsOrdinaryUser&) = delete;
    AsOrdinaryUser& operator=(const AsOrdinaryUser&) = delete;
};

void make_database(const storage::Place& place) {
    const storage::Database database(place);
}

void fill(const fs::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

}  // namespace

TEST_CASE("what is no database of ours is refused in a sentence that names it, and stays as it is") {
    struct Case {
        const char* what;
        std::function<void(const fs::path&)> prepare;
        const char* sentence;
    };
    const Case cases[] = {
        {"a directory", [](const fs::path& path) { fs::create_directory(path); }, "is a directory"},
        {"a pipe", [](const fs::path& path) { REQUIRE(mkfifo(path.c_str(), 0600) == 0); }, "ordinary file"},
        {"a text", [](const fs::path& path) { fill(path, std::string(5000, 'x')); },
         "not a database of gilscope"},
        {"a database of another program",
         [](const fs::path& path) { execute_raw({path.string()}, "CREATE TABLE theirs (a)"); },
         "belongs to another program"},
        {"a newer schema",
         [](const fs::path& path) {
             make_database({path.string()});
             execute_raw({path.string()}, "PRAGMA user_version = 1000");
         },
         "newer gilscope"},
        {"a damaged file",
         [](const fs::path& path) {
             make_database({path.string()});
             std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
             file.seekp(100);
             file << std::string(4096, 'x');
         },
         "damaged"},
    };
    for (const auto& [what, prepare, sentence] : cases) {
        CAPTURE(what);
        const TemporaryDirectory directory;
        const auto place = directory.place();
        prepare(place.path);
        const auto before = fs::is_regular_file(place.path) ? fs::file_size(place.path) : 0;
        try {
            const storage::Database database(place);
            FAIL("it was opened");
        } catch (const storage::Broken& error) {
            CHECK(std::string(error.what()).find(sentence) != std::string::npos);
            CHECK(std::string(error.what()).find(place.path) != std::string::npos);
        }
        CHECK((fs::is_regular_file(place.path) ? fs::file_size(place.path) : 0) == before);
    }
}

TEST_CASE("a file or directory that may not be written is refused at once, not at the first write") {
    for (const bool file_is_closed : {false, true}) {
        CAPTURE(file_is_closed);
        const TemporaryDirectory directory;
        const auto place = directory.place();
        make_database(place);
        const AsOrdinaryUser user(directory.path());
        fs::permissions(file_is_closed ? fs::path(place.path) : directory.path(),
                        fs::perms::owner_read | fs::perms::owner_exec);
        CHECK_THROWS_WITH_AS(storage::Database{place}, doctest::Contains("permissions"), storage::Broken);
        fs::permissions(directory.path(), fs::perms::owner_all);
    }
}

TEST_CASE("a missing directory is not made; the sentence names it") {
    const TemporaryDirectory directory;
    CHECK_THROWS_WITH_AS(storage::Database(directory.place("no/such.db")), doctest::Contains("/no"),
                         storage::Broken);
    CHECK_FALSE(fs::exists(directory.path() / "no"));
}

TEST_CASE("a database that another process holds is Busy, and works when it is free") {
    const TemporaryDirectory directory;
    const auto place = directory.place();
    make_database(place);
    sqlite3* holder = nullptr;
    REQUIRE(sqlite3_open(place.path.c_str(), &holder) == SQLITE_OK);
    REQUIRE(sqlite3_exec(holder, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", nullptr, nullptr,
                         nullptr) == SQLITE_OK);
    CHECK_THROWS_AS(storage::Database{place}, storage::Busy);
    sqlite3_close(holder);
    storage::Database database(place);
    CHECK(ids(database).empty());
}

TEST_CASE("a schema of every older version is brought up to date, and what was in it is kept") {
    const auto steps = storage::schema_steps();
    for (std::size_t version = 0; version <= steps.size(); ++version) {
        CAPTURE(version);
        const TemporaryDirectory directory;
        const auto place = directory.place();
        std::string old =
            "PRAGMA application_id = 1195986003; PRAGMA user_version = " + std::to_string(version) + ";";
        for (const auto& step : steps.first(version)) {
            old += step;
        }
        if (version >= 1) {
            old += "INSERT INTO tasks VALUES ('kept', 't', '', 'done', 'low', 1, 1)";
        }
        execute_raw(place, old);
        storage::Database database(place);
        CHECK(ids(database).size() == (version >= 1 ? 1 : 0));
        CHECK(texts(database, "PRAGMA user_version") == std::vector{std::to_string(steps.size())});
    }
}

TEST_CASE("many that open a new database at once all succeed") {
    const TemporaryDirectory directory;
    auto place = directory.place();
    place.patience = std::chrono::seconds(10);
    std::vector<std::thread> threads;
    std::atomic<int> opened = 0;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            storage::Database database(place);
            insert(database);
            ++opened;
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(opened == 8);
    storage::Database database(place);
    CHECK(ids(database).size() == 8);
}

TEST_CASE("names that SQLite would read in its own way are names of files") {
    const TemporaryDirectory directory;
    for (const char* name : {"file:x?mode=memory", ":memory:x", "a b%20c.db", "\xc3\xa4.db"}) {
        const auto place = directory.place(name);
        make_database(place);
        CHECK(fs::is_regular_file(place.path));
    }
}
