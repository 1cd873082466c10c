// Between Python objects and JSON. Everything here needs an attached thread state.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "embed/reference.h"

namespace gilscope::embed {

/// A str as UTF-8; lone surrogates become "?".
std::string utf8(PyObject* text);

/// A new object for null, a boolean, a number, a string, an array or an object. Throws PythonError.
Reference to_python(const nlohmann::json& value);

/// None, bool, int, float, str, list, tuple and dict with string keys. Throws std::invalid_argument
/// otherwise.
nlohmann::ordered_json to_json(PyObject* object);

/// A return value as canonical JSON (sorted keys, no spaces), replaced by a hash and its length when longer
/// than 64 bytes. Throws PythonError naming the type if it has no JSON form, such as a set.
std::string canonical(PyObject* value);

}  // namespace gilscope::embed
