#include "storage/writer.h"

#include <algorithm>
#include <utility>

#include "storage/errors.h"
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

void Writer::Job::fail(const std::exception_ptr& failure) {
    if (!failure_) {
        failure_ = failure;
    }
}

void Writer::Job::finish() {
    // Told under the lock: without it, the job could be gone before it was told.
    const std::scoped_lock lock(mutex_);
    is_finished_ = true;
    finished_.notify_one();
}

void Writer::Job::wait() {
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [this] { return is_finished_; });
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
}

void Writer::run(const Operation& operation) {
    Job job(operation);
    {
        const std::scoped_lock lock(mutex_);
        waiting_.push_back(&job);
    }
    arrived_.notify_one();
    job.wait();
}

void Writer::work() {
    for (auto batch = take_batch(); !batch.empty(); batch = take_batch()) {
        commit(batch);
        for (Job* job : batch) {
            job->finish();
        }
    }
}

Writer::Batch Writer::take_batch() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    return take_waiting(most_at_once);
}

/// Under the lock.
Writer::Batch Writer::take_waiting(std::size_t most) {
    const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(std::min(waiting_.size(), most));
    Batch batch(waiting_.begin(), end);
    waiting_.erase(waiting_.begin(), end);
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
    } catch (const Busy&) {
        add_waiting(batch);
        give_up(batch);
    } catch (...) {
        give_up(batch);
    }
}

/// Who came while the database was locked would else wait as long again, and who came then after them.
void Writer::add_waiting(Batch& batch) {
    const std::scoped_lock lock(mutex_);
    const auto others = take_waiting(waiting_.size());
    batch.insert(batch.end(), others.begin(), others.end());
}

/// In a handler: everyone is told of its exception.
void Writer::give_up(const Batch& batch) {
    connection_.roll_back();
    for (Job* job : batch) {
        job->fail(std::current_exception());
    }
}

void Writer::run_in_transaction(const Batch& batch) {
    // Asked anew each time: another process may have written as well.
    if (auto newest = connection_.query(newest_identifier_query); newest.next()) {
        stamps_.stay_after(newest.text(0));
    }
    Transaction transaction(connection_, stamps_);
    for (Job* job : batch) {
        run_one(*job, transaction);
    }
}

void Writer::run_one(Job& job, Transaction& transaction) {
    connection_.execute("SAVEPOINT operation");
    try {
        job.operation()(transaction);
    } catch (...) {
        job.fail(std::current_exception());
        if (!connection_.is_in_transaction()) {
            throw;  // SQLite has given up the whole transaction: nobody's work is left
        }
        connection_.execute("ROLLBACK TO operation");
    }
    connection_.execute("RELEASE operation");
}

}  // namespace gilscope::storage
