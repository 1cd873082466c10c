#include "engine/errors.h"
#include "runs/errors.h"
#include "runs/run.h"

namespace gilscope::runs {

Failure failure_of(const std::exception_ptr& thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const WorkloadFailed& error) {
        return {"workload_failed", error.what(), error.traceback(), nullptr};
    } catch (const engine::WorkloadError& error) {
        return {"workload_failed", error.what(), error.traceback(), nullptr};
    } catch (const ChecksumMismatch& error) {
        return {"checksum_mismatch", error.what(), "", error.values()};
    } catch (const InvalidRequest& error) {
        return {"validation_error", error.what(), "", error.fields()};
    } catch (const engine::DeadlineExceeded& error) {
        return {"deadline", error.what(), "", nullptr};
    } catch (const std::exception& error) {
        return {"internal_error", error.what(), "", nullptr};
    } catch (...) {
        return {"internal_error", "the measurement failed in a way that has no name", "", nullptr};
    }
}

Failure interruption() {
    return {"interrupted", "the server ended before the run did", "", nullptr};
}

}  // namespace gilscope::runs
