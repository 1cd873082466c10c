#include "runs/run_store.h"

#include "runs/process_identity.h"

namespace gilscope::runs {
namespace {

using Json = nlohmann::ordered_json;
using storage::Value;

/// What run_from() reads, in its order.
constexpr const char* columns =
    "id, experiment, name, state, imported, created_at, started_at, finished_at, request, failure, machine, "
    "headline";

Value value_of(const std::optional<storage::Timestamp>& time) {
    return time ? Value(storage::to_microseconds(*time)) : Value(nullptr);
}

Value value_of(const Json& json) {
    return json.is_null() ? Value(nullptr) : Value(dump(json));
}

Value value_of(const std::optional<Failure>& failure) {
    return failure ? value_of(to_json(*failure)) : Value(nullptr);
}

Value text_or_null(const std::string& text) {
    return text.empty() ? Value(nullptr) : Value(text);
}

std::optional<storage::Timestamp> time_in(const storage::Rows& row, int column) {
    return row.is_null(column) ? std::nullopt
                               : std::optional(storage::from_microseconds(row.integer(column)));
}

Json json_in(const storage::Rows& row, int column) {
    return row.is_null(column) ? Json(nullptr) : Json::parse(row.text(column));
}

Run run_from(const storage::Rows& row) {
    Run run;
    run.id = row.text(0);
    run.experiment = row.text(1);
    run.name = row.text(2);
    run.state = state_named(row.text(3)).value();  // the table checks it
    run.imported = row.integer(4) != 0;
    run.created_at = storage::from_microseconds(row.integer(5));
    run.started_at = time_in(row, 6);
    run.finished_at = time_in(row, 7);
    run.request = json_in(row, 8);
    run.failure = failure_from(json_in(row, 9));
    run.machine = json_in(row, 10);
    run.headline = json_in(row, 11);
    return run;
}

std::optional<Run> find_in(storage::Connection& connection, const std::string& id) {
    auto rows = connection.query(std::string("SELECT ") + columns + " FROM runs WHERE id = ?", {id});
    return rows.next() ? std::optional(run_from(rows)) : std::nullopt;
}

std::vector<std::string> orphans_in(storage::Connection& connection) {
    std::vector<std::string> orphans;
    auto rows = connection.query("SELECT id, owner FROM runs WHERE state IN ('queued', 'running')");
    while (rows.next()) {
        if (!is_running(rows.text(1))) {
            orphans.push_back(rows.text(0));
        }
    }
    return orphans;
}

}  // namespace

RunStore::RunStore(storage::Database& database) : database_(database), owner_(this_process()) {}

Run RunStore::add(Run run, const std::string& report) {
    return database_.write([&](storage::Transaction& transaction) {
        run.created_at = transaction.now();
        run.id = transaction.new_identifier(run.created_at);
        transaction.connection().execute(
            "INSERT INTO runs (id, experiment, name, state, imported, created_at, started_at, finished_at, "
            "owner, "
            "request, failure, machine, headline, report) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            {run.id, run.experiment, run.name, std::string(name_of(run.state)), std::int64_t{run.imported},
             storage::to_microseconds(run.created_at), value_of(run.started_at), value_of(run.finished_at),
             owner_, value_of(run.request), value_of(run.failure), value_of(run.machine),
             value_of(run.headline), text_or_null(report)});
        return run;
    });
}

void RunStore::update(const Run& run, const std::string& report) {
    database_.write([&](storage::Transaction& transaction) {
        transaction.connection().execute(
            "UPDATE runs SET state = ?, started_at = ?, finished_at = ?, failure = ?, machine = ?, headline "
            "= ?, "
            "report = ? WHERE id = ?",
            {std::string(name_of(run.state)), value_of(run.started_at), value_of(run.finished_at),
             value_of(run.failure), value_of(run.machine), value_of(run.headline), text_or_null(report),
             run.id});
    });
}

std::optional<Run> RunStore::rename(const std::string& id, const std::string& name) {
    return database_.write([&](storage::Transaction& transaction) {
        transaction.connection().execute("UPDATE runs SET name = ? WHERE id = ?", {name, id});
        return find_in(transaction.connection(), id);
    });
}

RunStore::Removed RunStore::remove(const std::string& id) {
    return database_.write([&](storage::Transaction& transaction) {
        const auto run = find_in(transaction.connection(), id);
        if (!run) {
            return Removed::not_there;
        }
        if (is_live(run->state)) {
            return Removed::is_live;
        }
        transaction.connection().execute("DELETE FROM runs WHERE id = ?", {id});
        return Removed::yes;
    });
}

std::optional<Run> RunStore::find(const std::string& id) const {
    return database_.read([&](storage::Connection& connection) { return find_in(connection, id); });
}

std::optional<std::string> RunStore::report(const std::string& id) const {
    return database_.read([&](storage::Connection& connection) -> std::optional<std::string> {
        auto rows = connection.query("SELECT report FROM runs WHERE id = ?", {id});
        if (!rows.next()) {
            return std::nullopt;
        }
        return rows.is_null(0) ? "" : rows.text(0);
    });
}

RunStore::Page RunStore::list(const Selection& selection) const {
    // '~' sorts after every character of an id.
    const std::string before = selection.before.empty() ? "~" : selection.before;
    const auto more_than_wanted = static_cast<std::int64_t>(selection.limit) + 1;
    return database_.read([&](storage::Connection& connection) {
        const std::string select = std::string("SELECT ") + columns + " FROM runs WHERE ";
        auto rows =
            selection.state
                ? connection.query(select + "state = ? AND id < ? ORDER BY id DESC LIMIT ?",
                                   {std::string(name_of(*selection.state)), before, more_than_wanted})
                : connection.query(select + "id < ? ORDER BY id DESC LIMIT ?", {before, more_than_wanted});
        Page page;
        while (rows.next()) {
            if (page.runs.size() == selection.limit) {
                page.has_more = true;
                break;
            }
            page.runs.push_back(run_from(rows));
        }
        return page;
    });
}

int RunStore::fail_orphans() {
    return database_.write([&](storage::Transaction& transaction) {
        const auto orphans = orphans_in(transaction.connection());
        for (const std::string& id : orphans) {
            transaction.connection().execute(
                "UPDATE runs SET state = 'failed', failure = ?, finished_at = ? WHERE id = ?",
                {dump(to_json(interruption())), storage::to_microseconds(transaction.now()), id});
        }
        return static_cast<int>(orphans.size());
    });
}

}  // namespace gilscope::runs
