#include "storage/writer.h"

#include <algorithm>
#include <utility>

#include "storage/migrations.h"

namespace gilscope::storage {

namespace {

/// Bounds how long the first of a batch waits for the last.
constexpr std::size_t most_at_once = 1000;

}  // namespace

Timestamp Stamps::now() {
    const auto clock = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
    last_ = std::max(last_ + std::chrono::microseconds(1), clock);
    return last_;
}

Writer::Writer(Connection& connection, std::mutex& use, const DatabaseFile* file)
    : connection_(connection), use_(use), file_(file), thread_([this] { work(); }) {}

Writer::~Writer() {
    {
        const std::scoped_lock lock(mutex_);
        ending_ = true;
    }
    arrived_.notify_one();
    thread_.join();
}

void Writer::run(Operation operation) {
    std::future<void> done;
    {
        const std::scoped_lock lock(mutex_);
        waiting_.push_back({std::move(operation), {}, {}});
        done = waiting_.back().done.get_future();
    }
    arrived_.notify_one();
    done.get();
}

void Writer::work() {
    for (auto batch = take_batch(); !batch.empty(); batch = take_batch()) {
        commit(batch);
        for (auto& job : batch) {
            if (job.failure) {
                job.done.set_exception(job.failure);
            } else {
                job.done.set_value();
            }
        }
    }
}

Writer::Batch Writer::take_batch() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (waiting_.size() <= most_at_once) {
        return std::exchange(waiting_, {});
    }
    Batch batch;
    for (std::size_t count = 0; count < most_at_once; ++count) {
        batch.push_back(std::move(waiting_.front()));
        waiting_.pop_front();
    }
    return batch;
}

void Writer::commit(Batch& batch) {
    const std::scoped_lock lock(use_);
    try {
        if (file_ != nullptr) {
            file_->check();
        }
        connection_.execute("BEGIN IMMEDIATE");
        run_in_transaction(batch);
        connection_.execute("COMMIT");
    } catch (...) {
        connection_.roll_back();
        for (auto& job : batch) {
            if (!job.failure) {
                job.failure = std::current_exception();
            }
        }
    }
}

void Writer::run_in_transaction(Batch& batch) {
    // Asked anew each time: another process may have written as well.
    if (auto newest = connection_.query(newest_identifier_query); newest.next()) {
        stamps_.stay_after(newest.text(0));
    }
    Transaction transaction(connection_, stamps_);
    for (auto& job : batch) {
        run_one(job, transaction);
    }
}

void Writer::run_one(Job& job, Transaction& transaction) {
    connection_.execute("SAVEPOINT operation");
    try {
        job.operation(transaction);
    } catch (...) {
        job.failure = std::current_exception();
        if (!connection_.is_in_transaction()) {
            throw;  // SQLite has given up the whole transaction, such as for want of room: nobody's work is
                    // left
        }
        connection_.execute("ROLLBACK TO operation");
    }
    connection_.execute("RELEASE operation");
}

}  // namespace gilscope::storage
