// A directory with a small page in it, and something beside it that must not get out.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace gilscope::http {

class TemporaryPage {
  public:
    TemporaryPage() {
        std::string pattern = (std::filesystem::temp_directory_path() / "gilscope-page-XXXXXX").string();
        top_ = mkdtemp(pattern.data());
        std::filesystem::create_directories(directory() / "js");
        write("page/index.html", "<!doctype html>");
        write("page/js/main.js", "export {};");
        write("page/.hidden", "hidden");
        write("secret.txt", "secret");
        std::filesystem::create_symlink(top_ / "secret.txt", directory() / "link.txt");
    }
    ~TemporaryPage() { std::filesystem::remove_all(top_); }
    TemporaryPage(const TemporaryPage&) = delete;
    TemporaryPage& operator=(const TemporaryPage&) = delete;

    std::filesystem::path directory() const { return top_ / "page"; }
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(top_ / name) << content;
    }

  private:
    std::filesystem::path top_;
};

}  // namespace gilscope::http
