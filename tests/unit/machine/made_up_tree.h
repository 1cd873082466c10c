// A temporary folder with files that look like /proc and /sys.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace gilscope::machine::tests {

class MadeUpTree {
  public:
    MadeUpTree() {
        std::string name = (std::filesystem::temp_directory_path() / "gilscope-machine-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("cannot make a temporary folder like " + name);
        }
        root_ = name;
    }
    MadeUpTree(const MadeUpTree&) = delete;
    MadeUpTree& operator=(const MadeUpTree&) = delete;
    ~MadeUpTree() {
        std::error_code ignored;
        std::filesystem::remove_all(root_, ignored);
    }

    void write(const std::filesystem::path& file, const std::string& text) const {
        std::filesystem::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << text;
    }
    const std::filesystem::path& root() const { return root_; }

  private:
    std::filesystem::path root_;
};

}  // namespace gilscope::machine::tests
