// The one thread that writes. Operations come from many threads; all that wait are committed together, since
// a commit costs a wait for the disk, however much is in it.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "storage/connection.h"
#include "storage/database_file.h"
#include "storage/transaction.h"

namespace gilscope::storage {

/// Thread-safe.
class Writer {
  public:
    /// May throw anything: then nothing of it is kept, while other operations are not touched.
    using Operation = std::function<void(Transaction&)>;

    /// All are borrowed and outlive the writer. `file` may be null (a database in memory). `connection` is
    /// used under `use` only.
    Writer(Connection& connection, std::mutex& use, const DatabaseFile* file);
    /// Ends after what was submitted.
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    /// Returns when the operation's work is on the disk; throws what the operation threw, or a storage::Error
    /// if the database refused: Busy at the latest when another process has kept it for two seconds, though
    /// this operation came later. Operations are run in the order in which they come, one at a time, on the
    /// writer's thread: they should be short. Not from within an operation.
    void run(const Operation& operation);

  private:
    /// On the stack of whoever waits for it, who alone has it once it is done.
    class Job {
      public:
        explicit Job(const Operation& operation) : operation_(operation) {}

        const Operation& operation() const { return operation_; }
        /// The first one counts. From the writer's thread, before finish().
        void fail(const std::exception_ptr& failure);
        void finish();
        /// Throws what it failed with.
        void wait();

      private:
        const Operation& operation_;
        std::exception_ptr failure_;
        std::mutex mutex_;
        std::condition_variable finished_;
        bool is_finished_ = false;
    };
    using Batch = std::vector<Job*>;

    void work();
    /// What waits; nothing when the writer is to end.
    Batch take_batch();
    Batch take_waiting(std::size_t most);
    /// Adds to the batch who else can't be helped.
    void commit(Batch& batch);
    void add_waiting(Batch& batch);
    void give_up(const Batch& batch);
    void run_in_transaction(const Batch& batch);
    void run_one(Job& job, Transaction& transaction);

    Connection& connection_;
    std::mutex& use_;
    const DatabaseFile* file_;
    Stamps stamps_;
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<Job*> waiting_;
    bool ending_ = false;
    std::thread thread_;
};

}  // namespace gilscope::storage
