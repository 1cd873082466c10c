// CPython's header and everything that differs between the versions and builds that we support: 3.13, 3.14
// and 3.15, each with and without Py_GIL_DISABLED. No other file looks at PY_VERSION_HEX or Py_GIL_DISABLED.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030D0000
#error "Gilscope needs CPython 3.13 or later"
#endif

namespace gilscope::embed {

#ifdef Py_GIL_DISABLED
inline constexpr bool free_threaded_headers = true;
#else
inline constexpr bool free_threaded_headers = false;
#endif

/// major.minor of the headers: what the ABI depends on.
inline constexpr unsigned long headers_version = PY_VERSION_HEX >> 16;

}  // namespace gilscope::embed
