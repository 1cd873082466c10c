#include "embed/convert.h"

#include <fmt/format.h>

#include <stdexcept>

#include "embed/python_error.h"

namespace gilscope::embed {
namespace {

constexpr std::size_t longest_plain_value = 64;

/// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): tells values apart, doesn't resist an
/// attacker.
std::uint64_t fnv1a(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
    }
    return hash;
}

std::string shortened(std::string text) {
    if (text.size() <= longest_plain_value) {
        return text;
    }
    return fmt::format("fnv1a:{:016x}:{}", fnv1a(text), text.size());
}

Reference list_from(const nlohmann::json& array) {
    Reference list = checked(PyList_New(0));
    for (const auto& item : array) {
        const Reference element = to_python(item);
        if (PyList_Append(list.get(), element.get()) != 0) {
            throw take_python_error();
        }
    }
    return list;
}

Reference dict_from(const nlohmann::json& object) {
    Reference dict = checked(PyDict_New());
    for (const auto& [key, item] : object.items()) {
        const Reference element = to_python(item);
        if (PyDict_SetItemString(dict.get(), key.c_str(), element.get()) != 0) {
            throw take_python_error();
        }
    }
    return dict;
}

nlohmann::ordered_json json_from_mapping(PyObject* dict) {
    nlohmann::ordered_json result = nlohmann::ordered_json::object();
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    Py_ssize_t position = 0;
    while (PyDict_Next(dict, &position, &key, &value) != 0) {
        if (!PyUnicode_Check(key)) {
            throw std::invalid_argument("a key that is no string");
        }
        result[utf8(key)] = to_json(value);
    }
    return result;
}

nlohmann::ordered_json json_from_sequence(PyObject* sequence) {
    nlohmann::ordered_json result = nlohmann::ordered_json::array();
    const Reference fast = Reference::take(PySequence_Fast(sequence, "not a sequence"));
    if (!fast) {
        PyErr_Clear();
        throw std::invalid_argument("not a sequence");
    }
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast.get()); ++i) {
        result.push_back(to_json(PySequence_Fast_GET_ITEM(fast.get(), i)));
    }
    return result;
}

/// Decimal, or hexadecimal where sys.get_int_max_str_digits() forbids that.
std::string digits_of(PyObject* integer) {
    Reference digits = Reference::take(PyObject_Repr(integer));
    if (!digits) {
        PyErr_Clear();
        digits = checked(PyNumber_ToBase(integer, 16));
    }
    return utf8(digits.get());
}

nlohmann::ordered_json json_from_integer(PyObject* number) {
    const long long value = PyLong_AsLongLong(number);
    if (value == -1 && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw std::invalid_argument("an integer that is too large");
    }
    return value;
}

}  // namespace

std::string utf8(PyObject* text) {
    const Reference bytes = Reference::take(PyUnicode_AsEncodedString(text, "utf-8", "replace"));
    if (!bytes) {
        PyErr_Clear();
        return {};
    }
    return {PyBytes_AS_STRING(bytes.get()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.get()))};
}

Reference to_python(const nlohmann::json& value) {
    switch (value.type()) {
        case nlohmann::json::value_t::boolean:
            return checked(PyBool_FromLong(value.get<bool>() ? 1 : 0));
        case nlohmann::json::value_t::number_integer:
        case nlohmann::json::value_t::number_unsigned:
            return checked(PyLong_FromLongLong(value.get<long long>()));
        case nlohmann::json::value_t::number_float:
            return checked(PyFloat_FromDouble(value.get<double>()));
        case nlohmann::json::value_t::string:
            return checked(PyUnicode_FromString(value.get_ref<const std::string&>().c_str()));
        case nlohmann::json::value_t::array:
            return list_from(value);
        case nlohmann::json::value_t::object:
            return dict_from(value);
        default:
            return Reference::share(Py_None);
    }
}

nlohmann::ordered_json to_json(PyObject* object) {
    if (object == Py_None) {
        return nullptr;
    }
    if (PyBool_Check(object)) {
        return object == Py_True;
    }
    if (PyLong_Check(object)) {
        return json_from_integer(object);
    }
    if (PyFloat_Check(object)) {
        return PyFloat_AS_DOUBLE(object);
    }
    if (PyUnicode_Check(object)) {
        return utf8(object);
    }
    if (PyDict_Check(object)) {
        return json_from_mapping(object);
    }
    if (PyList_Check(object) || PyTuple_Check(object)) {
        return json_from_sequence(object);
    }
    throw std::invalid_argument(std::string("a value of type ") + Py_TYPE(object)->tp_name);
}

std::string canonical(PyObject* value) {
    if (PyLong_CheckExact(value)) {  // the usual case, without importing json into every interpreter
        return shortened(digits_of(value));
    }
    const Reference json = checked(PyImport_ImportModule("json"));
    const Reference dumps = checked(PyObject_GetAttrString(json.get(), "dumps"));
    const Reference arguments = checked(PyTuple_Pack(1, value));
    const Reference options =
        checked(Py_BuildValue("{s:O,s:(ss)}", "sort_keys", Py_True, "separators", ",", ":"));
    const Reference dumped = Reference::take(PyObject_Call(dumps.get(), arguments.get(), options.get()));
    if (!dumped) {
        const PythonError error = take_python_error();
        throw PythonError(
            fmt::format("run() returned a value of type {} that can't be compared between modes ({}): "
                        "return something that JSON can hold, or set COMPARE = False",
                        Py_TYPE(value)->tp_name, error.what()),
            error.type(), {}, {});
    }
    return shortened(utf8(dumped.get()));
}

}  // namespace gilscope::embed
