/* An extension module that says nothing about the GIL: importing it turns the GIL of a free-threaded build on. */
#include <Python.h>

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "gil_user",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit_gil_user(void) { return PyModuleDef_Init(&definition); }
