// gilscope-engine-<id>: one embedded interpreter, run by gilscope. Not meant to be started by hand, but for
// --describe.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "embed/control.h"
#include "embed/main_interpreter.h"
#include "embed/session.h"
#include "engine/protocol.h"

namespace {

int describe() {
    gilscope::embed::start_main_interpreter({});
    std::cout << gilscope::embed::describe_in_full().dump() << std::endl;
    // No finalisation here either: the same path for every engine.
    std::_Exit(EXIT_SUCCESS);
}

int serve(pid_t host) {
    // Both live until the process ends, whatever thread is still at work then.
    static gilscope::embed::Control control(gilscope::engine::control_descriptor);
    control.start(host);
    static gilscope::embed::Session session(control);
    session.serve();
}

}  // namespace

int main(int count, char** arguments) {
    try {
        gilscope::embed::check_abi();
        if (count == 2 && std::string_view(arguments[1]) == "--describe") {
            return describe();
        }
        if (count == 3 && std::string_view(arguments[1]) == "--host") {
            return serve(static_cast<pid_t>(std::strtol(arguments[2], nullptr, 10)));
        }
        std::cerr << "usage: gilscope-engine-" GILSCOPE_ENGINE_ID
                     " --describe\nIt is started by gilscope; try: gilscope --help\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
