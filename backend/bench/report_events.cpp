#include "bench/report_events.h"

#include <fmt/format.h>

namespace gilscope::bench {
namespace {

/// Of one object. A member is looked for from the first one on, so that more would take their time.
constexpr std::size_t most_members = 256;

}  // namespace

Json& ReportEvents::add(Json value) {
    if (++values_ > limits_.values) {
        throw BadReport(fmt::format("it holds more than {} values besides its samples", limits_.values));
    }
    if (levels_.empty()) {
        return rest = std::move(value);
    }
    Level& level = levels_.back();
    if (level.container->is_array()) {
        return level.container->emplace_back(std::move(value));
    }
    if (levels_.size() == 1 && level.key == "schema") {
        check_schema(value);
    }
    return (*level.container)[level.key] = std::move(value);
}

/// As early as it is read: what a newer schema means by the rest isn't known.
void ReportEvents::check_schema(const Json& value) const {
    if (value.is_number_integer() && value > report_schema) {
        throw BadReport(fmt::format(
            "schema {} was written by a newer Gilscope, while this one ({}) reads up to {}: update it",
            value.dump(), GILSCOPE_VERSION, report_schema));
    }
}

void ReportEvents::open(Json container) {
    if (column_ != Column::none) {
        not_a_figure();
    }
    if (levels_.size() >= limits_.depth) {
        throw BadReport(fmt::format("it is nested more than {} deep", limits_.depth));
    }
    Json& added = add(std::move(container));
    levels_.push_back({&added, {}});  // stays where it is, since its parent doesn't grow before it ends
}

bool ReportEvents::in_list_of_cells() const {
    return levels_.size() == 2 && levels_[0].key == "cells" && levels_[1].container->is_array();
}

ReportEvents::Column ReportEvents::column_that_starts() const {
    if (levels_.size() != 4 || levels_[0].key != "cells" || !levels_[1].container->is_array() ||
        !levels_[2].container->is_object() || !levels_[3].container->is_object()) {
        return Column::none;
    }
    const std::string& of = levels_[2].key;
    if (of == "samples") {
        return Column::samples;
    }
    if (of == "probes") {
        return Column::probes;
    }
    return of == "blocks" ? Column::blocks : Column::none;
}

void ReportEvents::open_column(Column column) {
    column_ = column;
    const std::string& name = levels_[3].key;
    if (column == Column::samples) {
        samples_.open(name, limits_.samples - earlier_samples_);
    } else if (column == Column::probes) {
        probes_.open(name, limits_.probes - earlier_probes_);
    } else {
        blocks_.open(name, limits_.blocks);
    }
}

bool ReportEvents::append_to_other(std::int64_t value, bool is_flag) {
    return column_ == Column::probes ? probes_.append(value, is_flag) : blocks_.append(value, is_flag);
}

void ReportEvents::not_a_figure() const {
    throw BadReport(
        fmt::format("cells[{}].{}.{} must hold whole numbers from 0 to {} (true or false for a flag)",
                    cells.size(), levels_[2].key, levels_[3].key, largest_figure));
}

void ReportEvents::close_cell() {
    earlier_samples_ += samples_.rows.size();
    earlier_probes_ += probes_.rows.size();
    cells.push_back(dealt_out(fmt::format("cells[{}]", cells.size()), blocks_, samples_, probes_));
}

bool ReportEvents::null() {
    if (column_ != Column::none) {
        not_a_figure();
    }
    add(nullptr);
    return true;
}

bool ReportEvents::boolean(bool value) {
    if (column_ != Column::none) {
        figure(value ? 1 : 0, true);
    } else {
        add(value);
    }
    return true;
}

bool ReportEvents::number_integer(std::int64_t value) {
    if (column_ != Column::none) {
        figure(value, false);
    } else {
        add(value);
    }
    return true;
}

bool ReportEvents::number_unsigned(std::uint64_t value) {
    if (column_ != Column::none) {
        figure(value > static_cast<std::uint64_t>(largest_figure) ? -1 : static_cast<std::int64_t>(value),
               false);
    } else {
        add(value);
    }
    return true;
}

bool ReportEvents::number_float(double value, const std::string& /*text*/) {
    if (column_ != Column::none) {
        not_a_figure();
    }
    add(value);
    return true;
}

bool ReportEvents::string(std::string& value) {
    if (column_ != Column::none) {
        not_a_figure();
    }
    add(std::move(value));
    return true;
}

bool ReportEvents::binary(Json::binary_t& /*value*/) {
    throw BadReport("it holds binary values");
}

bool ReportEvents::start_object(std::size_t /*size*/) {
    open(Json::object());
    return true;
}

bool ReportEvents::key(std::string& name) {
    Level& level = levels_.back();
    if (level.container->contains(name)) {
        throw BadReport(fmt::format("it has the member \"{}\" twice", name));
    }
    if (level.container->size() >= most_members) {
        throw BadReport(fmt::format("an object in it has more than {} members", most_members));
    }
    level.key = std::move(name);
    return true;
}

bool ReportEvents::end_object() {
    levels_.pop_back();
    if (in_list_of_cells()) {
        close_cell();
    }
    return true;
}

bool ReportEvents::start_array(std::size_t /*size*/) {
    const Column column = column_ == Column::none ? column_that_starts() : Column::none;
    open(Json::array());
    if (column != Column::none) {
        open_column(column);
    }
    return true;
}

bool ReportEvents::end_array() {
    if (column_ == Column::samples) {
        samples_.close();
    } else if (column_ == Column::probes) {
        probes_.close();
    } else if (column_ == Column::blocks) {
        blocks_.close();
    }
    column_ = Column::none;
    levels_.pop_back();
    return true;
}

bool ReportEvents::parse_error(std::size_t /*position*/, const std::string& /*token*/,
                               const std::exception& /*error*/) {
    return false;
}

void replay(const Json& json, ReportEvents& events) {
    switch (json.type()) {
        case Json::value_t::object:
            events.start_object(json.size());
            for (const auto& [name, value] : json.items()) {
                std::string copy = name;
                events.key(copy);
                replay(value, events);
            }
            events.end_object();
            return;
        case Json::value_t::array:
            events.start_array(json.size());
            for (const Json& value : json) {
                replay(value, events);
            }
            events.end_array();
            return;
        case Json::value_t::string: {
            std::string copy = json.get<std::string>();
            events.string(copy);
            return;
        }
        case Json::value_t::boolean:
            events.boolean(json.get<bool>());
            return;
        case Json::value_t::number_integer:
            events.number_integer(json.get<std::int64_t>());
            return;
        case Json::value_t::number_unsigned:
            events.number_unsigned(json.get<std::uint64_t>());
            return;
        case Json::value_t::number_float:
            events.number_float(json.get<double>(), {});
            return;
        default:
            events.null();
    }
}

}  // namespace gilscope::bench
