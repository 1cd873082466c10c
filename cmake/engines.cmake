# One engine program for each interpreter in GILSCOPE_PYTHONS, all from backend/embed: the builds differ in ABI,
# so a program can embed only the one that it was compiled for. The target `engines` stands for all of them.

file(GLOB GILSCOPE_EMBED_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/backend/embed/*.cpp)

# Asks an interpreter about itself; sets variables named ENGINE_* in the caller.
function(gilscope_ask_python python)
  execute_process(
    COMMAND ${python} -I ${CMAKE_SOURCE_DIR}/cmake/describe_python.py
    OUTPUT_VARIABLE answer RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${python} does not run or has no shared libpython: give another one in GILSCOPE_PYTHONS")
  endif()
  string(REPLACE "\n" ";" lines "${answer}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([a-z_]+)=(.*)$" _ "${line}")
    set(ENGINE_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}" PARENT_SCOPE)
  endforeach()
endfunction()

add_custom_target(engines)
foreach(python IN LISTS GILSCOPE_PYTHONS)
  gilscope_ask_python(${python})
  set(target gilscope-engine-${ENGINE_id})
  if(TARGET ${target})
    message(FATAL_ERROR "two interpreters in GILSCOPE_PYTHONS are both ${ENGINE_id}: leave one out")
  endif()
  add_executable(${target} ${GILSCOPE_EMBED_SOURCES})
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/engines
    BUILD_RPATH ${ENGINE_library_dir})
  # -isystem: CPython's headers are not ours to keep free of warnings.
  target_include_directories(${target} SYSTEM PRIVATE ${ENGINE_include_dir})
  target_compile_definitions(${target} PRIVATE
    GILSCOPE_PYTHON_HOME="${ENGINE_home}"
    GILSCOPE_PYTHON_EXECUTABLE="${ENGINE_executable}"
    GILSCOPE_ENGINE_ID="${ENGINE_id}")
  target_link_libraries(${target} PRIVATE gilscope_options nlohmann_json::nlohmann_json fmt::fmt
    ${ENGINE_library_dir}/${ENGINE_library})
  add_dependencies(engines ${target})
endforeach()
