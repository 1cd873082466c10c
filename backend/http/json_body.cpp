#include "http/json_body.h"

#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

namespace gilscope::http {

namespace {

using Json = nlohmann::ordered_json;

/// Builds the value from what the parser meets. Not the library's own builder: that one keeps the last of two
/// members of one name, knows no depth, and looks for each new member among all that are there.
class Builder : public nlohmann::json_sax<Json> {
  public:
    explicit Builder(std::size_t max_depth) : max_depth_(max_depth) {}

    Json take() { return std::move(root_); }
    const std::string& problem() const { return problem_; }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return fail("is not JSON"); }

    bool start_object(std::size_t) override { return open(Json::object()); }
    bool key(string_t& name) override {
        auto& level = open_.back();
        if (!level.names.insert(name).second) {
            return fail(fmt::format("has the member \"{}\" twice", shortened(name)));
        }
        level.name = std::move(name);
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }

    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::json::exception& error) override {
        return fail(fmt::format("is not valid JSON at byte {}: {}", position, explanation(error.what())));
    }

  private:
    /// An object or array that is not complete. It stays where it is in memory until it is: nothing is added
    /// to what it is in meanwhile.
    struct Level {
        Json* value;
        std::set<std::string> names;
        std::string name;  ///< of the member whose value comes next
    };

    Json* place(Json value) {
        if (open_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        auto& level = open_.back();
        if (level.value->is_array()) {
            auto& array = level.value->get_ref<Json::array_t&>();
            array.push_back(std::move(value));
            return &array.back();
        }
        auto& object = level.value->get_ref<Json::object_t&>();
        object.emplace_back(std::move(level.name), std::move(value));
        return &object.back().second;
    }

    bool add(Json value) {
        place(std::move(value));
        return true;
    }

    bool open(Json value) {
        if (open_.size() >= max_depth_) {
            return fail(fmt::format("is nested more than {} levels deep", max_depth_));
        }
        open_.push_back({place(std::move(value)), {}, {}});
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    bool fail(std::string problem) {
        problem_ = std::move(problem);
        return false;
    }

    static std::string shortened(const std::string& name) {
        constexpr std::size_t most = 60;
        return name.size() <= most ? name : fmt::format("{}...", name.substr(0, most));
    }

    /// The library's sentence without its own name and number, and without the text around the mistake.
    static std::string explanation(const std::string& text) {
        const auto start = text.find("parse error");
        const auto dash = text.find(" - ", start == std::string::npos ? 0 : start);
        const auto semicolon = text.find("; last read", dash == std::string::npos ? 0 : dash);
        return dash == std::string::npos ? "a number is too large"
                                         : text.substr(dash + 3, semicolon - dash - 3);
    }

    const std::size_t max_depth_;
    Json root_;
    std::vector<Level> open_;
    std::string problem_;
};

}  // namespace

nlohmann::ordered_json read_json(std::string_view text, std::size_t max_depth) {
    if (text.starts_with("\xEF\xBB\xBF")) {
        throw BadJson("the body begins with a byte order mark; send it without");
    }
    // The parser would take it for the end of the text.
    if (text.find('\0') != std::string_view::npos) {
        throw BadJson("the body is not valid JSON: it has a byte that is 0");
    }
    Builder builder(max_depth);
    if (!Json::sax_parse(text, &builder)) {
        throw BadJson("the body " + builder.problem());
    }
    return builder.take();
}

}  // namespace gilscope::http
