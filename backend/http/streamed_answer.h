// Answers that cpp-httplib doesn't write: those whose length nobody knows when their head is sent.
#pragma once

#include "http/connection.h"
#include "http/framing.h"
#include "http/message.h"

namespace gilscope::http {

/// Sends a streamed response: all of a pulled body (chunked; up to the end of the connection for HTTP/1.0),
/// or the head of an event stream. Holds one part of the body at a time. False if the client was gone before
/// the end, or the body broke off.
bool send_streamed(Connection& connection, const RequestHead& head, Response response);

}  // namespace gilscope::http
