"""Print what cmake/engines.cmake must know of the interpreter that runs this, one name=value a line."""
import os
import sys
import sysconfig

variables = sysconfig.get_config_vars()
if not variables.get("Py_ENABLE_SHARED"):
    sys.exit(1)
free_threaded = bool(variables.get("Py_GIL_DISABLED"))
library_dir = os.path.join(sys.base_prefix, "lib")
if not os.path.exists(os.path.join(library_dir, variables["LDLIBRARY"])):
    library_dir = variables["LIBDIR"]

print("id=%d.%d%s" % (*sys.version_info[:2], "t" if free_threaded else ""))
print("home=" + sys.base_prefix)
print("executable=" + sys.executable)
print("include_dir=" + sysconfig.get_path("include"))
print("library_dir=" + library_dir)
print("library=" + variables["LDLIBRARY"])
