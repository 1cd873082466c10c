#include "cli/command_line.h"

int main(int count, char** arguments) {
    return gilscope::cli::main_program(count, arguments);
}
