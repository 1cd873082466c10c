// What the page asked and what came back, the newest entries only. Pure.

export const mostEntries = 2_000;
/** Characters kept of a body. */
export const longestBody = 65_536;

/** `onChange()` is called often, so it should do little. */
export function createTrafficLog({ limit = mostEntries, onChange = () => {} } = {}) {
	let entries = [];
	let count = 0;

	return {
		/** Oldest first. */
		entries: () => entries,
		begin({ method, address, headers, body = '' }) {
			count += 1;
			const entry = {
				number: count, method, address, path: pathOf(address), state: 'waiting', status: null, ms: null, bytes: 0, requestId: null,
				requestHeaders: Object.entries(headers), requestBody: body, responseHeaders: [], responseBody: '',
			};
			entries.push(entry);
			if (entries.length > limit) entries.shift();
			onChange();
			return entry;
		},
		update(entry, more) {
			const id = more.responseHeaders?.find(([name]) => name.toLowerCase() === 'x-request-id');
			Object.assign(entry, more, id && { requestId: id[1] }, { searched: null });
			onChange();
		},
		receive(entry, bytes, text) {
			entry.bytes += bytes;
			if (entry.responseBody.length < longestBody) entry.responseBody = (entry.responseBody + text).slice(0, longestBody);
			onChange();
		},
		clear() {
			entries = [];
			onChange();
		},
	};
}

/** "http://localhost:8000/api/tasks" -> "/api/tasks", relative addresses too. */
export const pathOf = (address) => address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^(?!\/)/, '/');

/** "404", "200 live", "failed", or "…" while nothing has come. */
export function statusText({ state, status }) {
	if (status === null) return state === 'failed' ? 'failed' : '…';
	return { live: `${status} live`, failed: `${status} cut off` }[state] ?? String(status);
}

export function levelOf({ state, status }) {
	if (state === 'failed' || status >= 500) return 'bad';
	return status >= 400 ? 'warn' : 'none';
}

/** Newest first; all words must be in method, path or status ("post 4xx"), none of those with a minus. */
export function filtered(entries, text) {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	return entries.filter((entry) => words.every((word) => fits(entry, word))).reverse();
}

function fits(entry, word) {
	entry.searched ??= `${entry.method} ${entry.path} ${statusText(entry)} ${Math.floor(entry.status / 100)}xx`.toLowerCase();
	return /^-./.test(word) ? !entry.searched.includes(word.slice(1)) : entry.searched.includes(word);
}
