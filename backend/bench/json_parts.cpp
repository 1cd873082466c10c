#include "bench/json_parts.h"

#include <cmath>

namespace gilscope::bench {

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json number(const std::optional<double>& value) {
    return value ? number(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json json_of(const Estimate& estimate) {
    return Json{
        {"value", number(estimate.value)}, {"low", number(estimate.low)}, {"high", number(estimate.high)}};
}

Json json_of(const std::optional<Estimate>& estimate) {
    return estimate ? json_of(*estimate) : Json(nullptr);
}

}  // namespace gilscope::bench
