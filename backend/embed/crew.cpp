#include "embed/crew.h"

#include "embed/main_thread_crew.h"
#include "embed/team_crews.h"

namespace gilscope::embed {

std::unique_ptr<Crew> make_crew(const CrewPlan& plan, const SharedCell& cell, const MainPlace& main) {
    switch (plan.kind) {
        case engine::Crew::threads:
            return std::make_unique<ThreadsCrew>(plan, cell, main);
        case engine::Crew::interpreters:
            return std::make_unique<InterpretersCrew>(plan, cell);
        case engine::Crew::main_thread:
            break;
    }
    return std::make_unique<MainThreadCrew>(plan, cell, main);
}

void pin_worker(const CrewPlan& plan, int index) {
    const auto position = static_cast<std::size_t>(index);
    if (position < plan.cpus.size()) {
        pin_to_cpu(plan.cpus[position]);
    }
}

}  // namespace gilscope::embed
