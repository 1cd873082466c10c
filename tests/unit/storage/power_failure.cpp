#include "storage/power_failure.h"

#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>
#include <new>
#include <random>
#include <vector>

namespace gilscope::tests {

namespace {

constexpr std::size_t sector_size = 512;

using Bytes = std::vector<char>;

struct Content {
    Bytes current;
    Bytes synced;
};

}  // namespace

struct PowerFailureLayer::State {
    sqlite3_vfs layer{};
    sqlite3_vfs* real = sqlite3_vfs_find(nullptr);
    mutable std::mutex mutex;
    std::map<std::string, Content> files;
    long long room = -1;
};

namespace {

using State = PowerFailureLayer::State;

/// SQLite gives the memory; the real layer's own file follows behind it.
struct File {
    sqlite3_file base;
    State* state;
    Content* content;  ///< of a named file; null for a temporary one
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File& file_of(sqlite3_file* file) {
    return *reinterpret_cast<File*>(file);
}

template <auto Method, typename... Arguments>
auto pass_on(sqlite3_file* file, Arguments... arguments) {
    auto* real = file_of(file).real();
    return (real->pMethods->*Method)(real, arguments...);
}

int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
    auto& [base, state, content] = file_of(file);
    const std::scoped_lock lock(state->mutex);
    if (state->room >= 0 && (state->room -= std::min<long long>(count, state->room + 1)) < 0) {
        state->room = 0;
        return SQLITE_FULL;
    }
    if (content != nullptr) {
        auto& current = content->current;
        current.resize(std::max(current.size(), static_cast<std::size_t>(offset + count)));
        std::copy_n(static_cast<const char*>(bytes), count, current.begin() + offset);
    }
    return pass_on<&sqlite3_io_methods::xWrite>(file, bytes, count, offset);
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
    auto& [base, state, content] = file_of(file);
    const std::scoped_lock lock(state->mutex);
    if (content != nullptr) {
        content->current.resize(static_cast<std::size_t>(size));
    }
    return pass_on<&sqlite3_io_methods::xTruncate>(file, size);
}

/// Without the real one: nothing that a test does needs the disk.
int sync(sqlite3_file* file, int) {
    auto& [base, state, content] = file_of(file);
    const std::scoped_lock lock(state->mutex);
    if (content != nullptr) {
        content->synced = content->current;
    }
    return SQLITE_OK;
}

const sqlite3_io_methods methods = {
    2,  // without memory mapping, which would go past write()
    &pass_on<&sqlite3_io_methods::xClose>,
    &pass_on<&sqlite3_io_methods::xRead, void*, int, sqlite3_int64>,
    &write,
    &truncate,
    &sync,
    &pass_on<&sqlite3_io_methods::xFileSize, sqlite3_int64*>,
    &pass_on<&sqlite3_io_methods::xLock, int>,
    &pass_on<&sqlite3_io_methods::xUnlock, int>,
    &pass_on<&sqlite3_io_methods::xCheckReservedLock, int*>,
    &pass_on<&sqlite3_io_methods::xFileControl, int, void*>,
    &pass_on<&sqlite3_io_methods::xSectorSize>,
    &pass_on<&sqlite3_io_methods::xDeviceCharacteristics>,
    &pass_on<&sqlite3_io_methods::xShmMap, int, int, int, void volatile**>,
    &pass_on<&sqlite3_io_methods::xShmLock, int, int, int>,
    &pass_on<&sqlite3_io_methods::xShmBarrier>,
    &pass_on<&sqlite3_io_methods::xShmUnmap, int>,
    nullptr,
    nullptr,
};

/// What is there already was synced long ago.
Content content_of(sqlite3_file* real) {
    sqlite3_int64 size = 0;
    real->pMethods->xFileSize(real, &size);
    Bytes bytes(static_cast<std::size_t>(size));
    if (size > 0) {
        real->pMethods->xRead(real, bytes.data(), static_cast<int>(size), 0);
    }
    return {bytes, bytes};
}

int open(sqlite3_vfs* layer, const char* name, sqlite3_file* memory, int flags, int* flags_out) {
    auto* state = static_cast<State*>(layer->pAppData);
    auto* file = new (memory) File{{nullptr}, state, nullptr};
    const int result = state->real->xOpen(state->real, name, file->real(), flags, flags_out);
    if (result != SQLITE_OK) {
        return result;
    }
    file->base.pMethods = &methods;
    if (name != nullptr) {
        const std::scoped_lock lock(state->mutex);
        auto found = state->files.find(name);
        if (found == state->files.end()) {
            found = state->files.emplace(name, content_of(file->real())).first;
        }
        file->content = &found->second;
    }
    return SQLITE_OK;
}

int remove(sqlite3_vfs* layer, const char* name, int sync_directory) {
    auto* state = static_cast<State*>(layer->pAppData);
    const std::scoped_lock lock(state->mutex);
    state->files.erase(name);
    return state->real->xDelete(state->real, name, sync_directory);
}

/// Sector by sector either what was synced or what was written last.
Bytes torn(const Content& content, std::mt19937& chance) {
    Bytes remains = content.synced;
    const auto& current = content.current;
    if (chance() % 2 == 0) {
        remains.resize(current.size());
    }
    for (std::size_t start = 0; start < std::min(remains.size(), current.size()); start += sector_size) {
        const auto end = std::min({start + sector_size, remains.size(), current.size()});
        if (chance() % 2 == 0) {
            std::copy(current.begin() + static_cast<long>(start), current.begin() + static_cast<long>(end),
                      remains.begin() + static_cast<long>(start));
        }
    }
    return remains;
}

}  // namespace

PowerFailureLayer::PowerFailureLayer() : state_(std::make_shared<State>()) {
    // Whatever is not about files works as in the real layer.
    state_->layer = *state_->real;
    state_->layer.pNext = nullptr;
    state_->layer.zName = name();
    state_->layer.szOsFile = static_cast<int>(sizeof(File)) + state_->real->szOsFile;
    state_->layer.pAppData = state_.get();
    state_->layer.xOpen = &open;
    state_->layer.xDelete = &remove;
    sqlite3_vfs_register(&state_->layer, 0);
}

PowerFailureLayer::~PowerFailureLayer() {
    sqlite3_vfs_unregister(&state_->layer);
}

void PowerFailureLayer::copy_remains(const std::filesystem::path& database,
                                     const std::filesystem::path& directory, unsigned seed) const {
    const std::scoped_lock lock(state_->mutex);
    std::mt19937 chance(seed);
    for (const char* suffix : {"", "-wal", "-journal"}) {
        const auto found = state_->files.find(database.string() + suffix);
        if (found != state_->files.end()) {
            const Bytes bytes = seed == 0 ? found->second.synced : torn(found->second, chance);
            std::ofstream(directory / (database.filename().string() + suffix), std::ios::binary)
                .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        }
    }
}

void PowerFailureLayer::set_room(long long bytes) {
    const std::scoped_lock lock(state_->mutex);
    state_->room = bytes;
}

}  // namespace gilscope::tests
