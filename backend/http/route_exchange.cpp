#include "http/base64.h"
#include "http/errors.h"
#include "http/exchange_log.h"
#include "http/routes.h"
#include "storage/timestamp.h"

namespace gilscope::http {

namespace {

constexpr const char* exchange_example = R"({
    "id": "5f3a-1", "client": "127.0.0.1", "method": "GET", "target": "/api/health", "status": 200,
    "started_at": "2025-03-01T09:30:00.000001+00:00", "duration_ms": 0.2, "preflight": null,
    "request": {"bytes": 27, "truncated": false, "base64": "R0VUIC9hcGkvaGVhbHRoIEhUVFAvMS4xDQo="},
    "response": {"bytes": 17, "truncated": false, "base64": "SFRUUC8xLjEgMjAwIE9LDQo="}
})";

nlohmann::ordered_json describe(const RecordedBytes& bytes) {
    return {{"bytes", bytes.count}, {"truncated", bytes.is_truncated()}, {"base64", base64(bytes.kept)}};
}

nlohmann::ordered_json id_of(const Recording* recording) {
    return recording == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(recording->facts().id);
}

nlohmann::ordered_json describe(const Recording& recording, const Recording* preflight) {
    const auto& facts = recording.facts();
    const auto sent = recording.sent();
    const auto started_at = std::chrono::floor<std::chrono::microseconds>(facts.started_at);
    return {{"id", facts.id},
            {"client", facts.client},
            {"method", facts.method},
            {"target", facts.target},
            {"status", facts.status},
            {"started_at", storage::to_iso8601(started_at)},
            {"duration_ms", std::chrono::duration<double, std::milli>(sent.duration).count()},
            {"preflight", id_of(preflight)},
            {"request", describe(recording.received())},
            {"response", describe(sent.bytes)}};
}

Response find_exchange(const Call& call, const ExchangeLog& exchanges) {
    const auto recording = exchanges.find(call.variables.at("id"));
    if (recording == nullptr) {
        throw HttpError(404, "not_found", "no exchange of that id is remembered (any more)");
    }
    call.query.check();
    auto response = json_response(describe(*recording, exchanges.preflight_of(*recording).get()));
    // Looking must not push out what is looked at.
    response.is_recorded = false;
    return response;
}

}  // namespace

void add_exchange_route(RouteTable& table, const ExchangeLog& exchanges) {
    const auto handler = [&exchanges](const Call& call) { return find_exchange(call, exchanges); };
    table.add(
        {.method = "GET",
         .pattern = "/api/exchanges/{id}",
         .handler = handler,
         .description = {
             .summary = "The raw bytes of one recent exchange",
             .details = "Of the last 256 exchanges at most, 64 KiB each way. Asking for one isn't recorded.",
             .parameters = {{.name = "id",
                             .what = "X-Request-Id of the exchange's answer",
                             .place = ParameterPlace::path}},
             .answers = {{.what = "What was received and sent", .example = exchange_example},
                         {.status = 404, .what = "It isn't remembered"}},
         }});
}

}  // namespace gilscope::http
