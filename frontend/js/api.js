// The client of Gilscope's HTTP API. Addresses are relative to the page, so that a path prefix works.

/** Whatever goes wrong with a request. `status` is 0 where no answer came. */
export class ApiError extends Error {
  constructor({ status, code, message, details = {}, retryAfterSeconds = null }) {
    super(message);
    this.name = 'ApiError';
    Object.assign(this, { status, code, details, retryAfterSeconds });
  }
}

function unreachable() {
  return new ApiError({ status: 0, code: 'unreachable', message: 'The server could not be reached.' });
}

function unexpected(status) {
  const message = `The server answered ${status} with something that is not JSON.`;
  return new ApiError({ status, code: 'unexpected_answer', message });
}

function errorFrom(response, body) {
  const error = body?.error;
  if (typeof error?.code !== 'string') return unexpected(response.status);
  const seconds = Number(response.headers.get('Retry-After') ?? NaN);
  return new ApiError({
    status: response.status,
    code: error.code,
    message: String(error.message ?? error.code),
    details: error.details ?? {},
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  });
}

const isAbort = (error) => error?.name === 'AbortError';

/** Resolves to the parsed body or throws ApiError; an aborted request throws fetch's own AbortError. */
async function request(fetchFunction, address, signal) {
  let response;
  let body;
  try {
    response = await fetchFunction(address, { signal, headers: { Accept: 'application/json' }, cache: 'no-store' });
    body = await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw response && error instanceof SyntaxError ? unexpected(response.status) : unreachable();
  }
  if (!response.ok) throw errorFrom(response, body);
  return body;
}

/** `onContact(reached)` is told after each request whether the server answered at all. */
export function createClient({ base = 'api/', fetchFunction = fetch, onContact = () => {} } = {}) {
  const get = async (path, signal) => {
    try {
      const body = await request(fetchFunction, base + path, signal);
      onContact(true);
      return body;
    } catch (error) {
      if (!isAbort(error)) onContact(error.status !== 0);
      throw error;
    }
  };
  return {
    health: (signal) => get('health', signal),
    machine: (signal) => get('machine', signal),
    benchmark: (query, signal) => get(`benchmark?${new URLSearchParams(query)}`, signal),
  };
}
