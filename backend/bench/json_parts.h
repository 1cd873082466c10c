// Pieces of the report's JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "bench/report.h"

namespace gilscope::bench {

using Json = nlohmann::ordered_json;

/// null for NaN and the infinities, which JSON doesn't have.
Json number(double value);
Json number(const std::optional<double>& value);

Json text_or_null(const std::string& text);

Json json_of(const Estimate& estimate);
Json json_of(const std::optional<Estimate>& estimate);

Json json_of(const std::optional<SchedulingDelay>& delay);

/// "cells": each with its summary and its raw samples.
Json cells_json(const Report& report);

}  // namespace gilscope::bench
