#include "engine/spawner.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <deque>
#include <fstream>
#include <mutex>
#include <set>

#include "engine/errors.h"
#include "engine/protocol.h"

namespace gilscope::engine {
namespace {

/// posix_spawn's two option objects, destroyed together.
class SpawnOptions {
  public:
    SpawnOptions() {
        posix_spawn_file_actions_init(&actions_);
        posix_spawnattr_init(&attributes_);
    }
    ~SpawnOptions() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }
    SpawnOptions(const SpawnOptions&) = delete;
    SpawnOptions& operator=(const SpawnOptions&) = delete;

    /// Joins the group; no signal blocked or ignored, whatever the host does with them (httplib ignores
    /// SIGPIPE).
    void set_process(pid_t group) {
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setpgroup(&attributes_, group);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        posix_spawnattr_setflags(&attributes_,
                                 POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }

    /// The descriptors are first moved out of the way: a target may be another one's source.
    void set_descriptors(const SpawnRequest& request) {
        std::vector<Move> moves = {{request.standard_output, 1},
                                   {request.standard_error, 2},
                                   {request.control, control_descriptor},
                                   {request.shared_memory, shared_memory_descriptor}};
        std::erase_if(moves, [](const Move& move) { return move.from < 0; });
        const std::vector<int> aside = places_aside(moves);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            posix_spawn_file_actions_adddup2(&actions_, moves[i].from, aside[i]);
        }
        posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            posix_spawn_file_actions_adddup2(&actions_, aside[i], moves[i].to);
        }
        posix_spawn_file_actions_addclosefrom_np(
            &actions_, request.shared_memory >= 0 ? shared_memory_descriptor + 1 : control_descriptor + 1);
    }

    const posix_spawn_file_actions_t* actions() const { return &actions_; }
    const posix_spawnattr_t* attributes() const { return &attributes_; }

  private:
    struct Move {
        int from;
        int to;
    };
    /// One for each move: the lowest numbers that are no target and nobody's source.
    static std::vector<int> places_aside(const std::vector<Move>& moves) {
        std::vector<int> places;
        for (int place = shared_memory_descriptor + 1; places.size() < moves.size(); ++place) {
            if (std::none_of(moves.begin(), moves.end(),
                             [&](const Move& move) { return move.from == place; })) {
                places.push_back(place);
            }
        }
        return places;
    }

    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// Of all its threads. Empty where the kernel doesn't tell (CONFIG_PROC_CHILDREN).
std::set<pid_t> children_of_this_process() {
    std::set<pid_t> children;
    std::error_code error;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
        std::ifstream list(thread.path() / "children");
        for (pid_t child = 0; list >> child;) {
            children.insert(child);
        }
    }
    return children;
}

/// It lives, or has ended and waits to be reaped.
bool is_our_child(pid_t pid) {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT | WNOHANG) == 0;
}

pid_t spawn_now(const SpawnRequest& request) {
    SpawnOptions options;
    options.set_process(request.group);
    options.set_descriptors(request);
    std::vector<std::string> arguments = request.arguments;
    arguments.insert(arguments.begin(), request.program.string());
    std::vector<std::string> environment = request.environment;
    pid_t pid = 0;
    const int error = posix_spawn(&pid, request.program.c_str(), options.actions(), options.attributes(),
                                  pointers_to(arguments).data(), pointers_to(environment).data());
    if (error != 0) {
        throw EngineError("the engine " + request.program.string() + " can't be started: " +
                          std::strerror(error) + "; build the engines with scripts/setup");
    }
    return pid;
}

}  // namespace

struct Spawner::Queue {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::packaged_task<pid_t()>> tasks;
    std::set<pid_t> spawned;  // of the own thread only: children that are engines
    bool ended = false;

    /// By asking for each: a list of children that is read while they come and go may lack one that lives.
    void forget_reaped() {
        std::erase_if(spawned, [](pid_t pid) { return !is_our_child(pid); });
    }

    std::size_t count() {
        forget_reaped();
        return spawned.size();
    }

    /// False if there was none.
    bool kill_strays_once() {
        forget_reaped();
        const std::set<pid_t> children = children_of_this_process();
        bool found = false;
        for (const pid_t child : children) {
            if (!spawned.contains(child)) {
                found = true;
                kill(child, SIGKILL);
                waitpid(child, nullptr, 0);
            }
        }
        return found;
    }

    void work() {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return ended || !tasks.empty(); });
            if (tasks.empty()) {
                return;
            }
            auto task = std::move(tasks.front());
            tasks.pop_front();
            lock.unlock();
            task();
            lock.lock();
        }
    }
};

Spawner::Spawner() : queue_(std::make_unique<Queue>()), thread_([this] { queue_->work(); }) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

Spawner::~Spawner() {
    {
        const std::scoped_lock lock(queue_->mutex);
        queue_->ended = true;
    }
    queue_->changed.notify_all();
    thread_.join();
}

void Spawner::on_own_thread(std::packaged_task<pid_t()> task) {
    {
        const std::scoped_lock lock(queue_->mutex);
        queue_->tasks.push_back(std::move(task));
    }
    queue_->changed.notify_all();
}

pid_t Spawner::spawn(const SpawnRequest& request) {
    std::packaged_task<pid_t()> task([this, &request] {
        const pid_t pid = spawn_now(request);
        queue_->spawned.insert(pid);
        return pid;
    });
    std::future<pid_t> result = task.get_future();
    on_own_thread(std::move(task));
    return result.get();
}

std::size_t Spawner::engine_count() {
    std::packaged_task<pid_t()> task([this] { return static_cast<pid_t>(queue_->count()); });
    std::future<pid_t> result = task.get_future();
    on_own_thread(std::move(task));
    return static_cast<std::size_t>(result.get());
}

void Spawner::end_strays() {
    // On the thread that spawns, so that no engine is on its way that isn't in the list yet.
    std::packaged_task<pid_t()> task([this] {
        // The children of one that is killed become ours: again, until there are no more.
        while (queue_->kill_strays_once()) {
        }
        return 0;
    });
    std::future<pid_t> result = task.get_future();
    on_own_thread(std::move(task));
    result.get();
}

}  // namespace gilscope::engine
