// The client of Gilscope's HTTP API.

/** {status, code, message, details, retryAfterSeconds}; `status` is 0 where no answer came. */
export class ApiError extends Error {
	constructor({ message, ...more }) {
		super(message);
		Object.assign(this, { name: 'ApiError', details: {}, retryAfterSeconds: null }, more);
	}
}

const unreachable = () => new ApiError({ status: 0, code: 'unreachable', message: 'The server could not be reached.' });

function parsed({ status }, text) {
	try {
		return JSON.parse(text);
	} catch {
		const message = `The server answered ${status} with something that is not JSON.`;
		throw new ApiError({ status, code: 'unexpected_answer', message });
	}
}

function errorFrom({ status, headers }, body) {
	const { code, message, details } = body?.error ?? {};
	if (typeof code !== 'string') return new ApiError({ status, code: 'unexpected_answer', message: `The server answered ${status}.` });
	const retryAfterSeconds = Number.parseInt(headers.get('Retry-After'), 10) || null;
	return new ApiError({ status, code, message: String(message ?? code), details: details ?? {}, retryAfterSeconds });
}

/** {limit: 5, status: null} -> "?limit=5" */
function queryOf(values) {
	const given = Object.entries(values).filter(([, value]) => (value ?? null) !== null);
	return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

/**
 * `base`: the API's origin, or empty for the page's own: relative then, so that a path prefix works.
 * Calls resolve to the parsed body (null for 204) or throw ApiError; an aborted one throws AbortError.
 * `onContact(reached)` after each: has the server answered at all?
 */
export function createClient({ base = '', wire, onContact = () => {} }) {
	const root = base === '' ? 'api/' : `${base.replace(/\/$/, '')}/api/`;

	async function attempt(work) {
		try {
			const result = await work();
			onContact(true);
			return result;
		} catch (error) {
			if (error?.name === 'AbortError') throw error;
			const known = error instanceof ApiError ? error : unreachable();
			onContact(known.status !== 0);
			throw known;
		}
	}

	const answer = (method, path, { body, headers, accept = 'application/json' } = {}) => attempt(async () => {
		const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
		const { response, text } = await wire.send(method, root + path, { headers: { Accept: accept, ...type, ...headers }, body });
		if (!response.ok) throw errorFrom(response, parsed(response, text));
		return accept === 'application/json' && response.status !== 204 ? parsed(response, text) : text || null;
	});

	const get = (path, query = {}) => answer('GET', path + queryOf(query));
	const textFrom = (path, query) => answer('GET', path + queryOf(query), { accept: '*/*' });
	const send = (method, path, value, headers) => answer(method, path, { body: JSON.stringify(value), headers });

	return {
		health: () => get('health'),
		machine: () => get('machine'),
		workloads: () => get('workloads'),
		interpreters: () => get('interpreters'),

		tasks: (query) => get('tasks', query),
		task: (id) => get(`tasks/${id}`),
		createTask: (task) => send('POST', 'tasks', task),
		changeTask: (id, changes, etag) => send('PATCH', `tasks/${id}`, changes, { 'If-Match': etag }),
		deleteTask: (id, etag) => answer('DELETE', `tasks/${id}`, { headers: { 'If-Match': etag } }),

		runs: (query) => get('runs', query),
		run: (id) => get(`runs/${id}`),
		startRun: (request) => send('POST', 'runs', request),
		importRun: (text) => answer('POST', 'runs/import', { body: text }),
		renameRun: (id, name) => send('PATCH', `runs/${id}`, { name }),
		deleteRun: (id) => answer('DELETE', `runs/${id}`),
		cancelRun: (id) => send('POST', `runs/${id}/cancel`, {}),
		compareRuns: (id, other) => get(`runs/${id}/compare`, { with: other }),
		/** Text, not JSON: a file to be saved. */
		exportRun: (id, format) => textFrom(`runs/${id}/export`, { format }),
		chart: (id, kind) => textFrom(`runs/${id}/chart.svg`, { kind }),
		exchange: (id) => get(`exchanges/${encodeURIComponent(id)}`),

		/** Until the server ends it, which may be at once if there is nothing left to tell. */
		runEvents: (id, { signal, onText }) => attempt(async () => {
			const { ok, status } = await wire.stream(`${root}runs/${id}/events`, { headers: { Accept: 'text/event-stream' }, signal, onText });
			if (!ok) throw new ApiError({ status, code: 'no_events', message: 'There are no events.' });
		}),
	};
}
