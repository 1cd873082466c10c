// Every request of the page goes through here and leaves an entry in the traffic log.

/** Times are the browser's: what the page waited, not what the server needed. */
export function createWire({ log, fetchFunction = (...given) => fetch(...given), clock = () => performance.now() }) {
	/** `read(response, onBytes)` takes the body in, whole or piece by piece. */
	async function exchange(method, address, { headers = {}, body, signal } = {}, read) {
		const entry = log.begin({ method, address, headers, body });
		const begun = clock();
		const update = (more) => log.update(entry, { ms: clock() - begun, ...more });
		try {
			const response = await fetchFunction(address, { method, headers, body, signal, cache: 'no-store' });
			update({ state: 'live', status: response.status, responseHeaders: [...response.headers] });
			const result = await read(response, (bytes, text) => log.receive(entry, bytes.byteLength, text));
			update({ state: 'done' });
			return result;
		} catch (error) {
			update({ state: 'failed', reason: error?.name === 'AbortError' ? 'given up by the page' : String(error?.message ?? error) });
			throw error;
		}
	}

	async function readAll(response, onBytes) {
		const bytes = await response.arrayBuffer();
		const text = new TextDecoder().decode(bytes);
		onBytes(bytes, text);
		return { response, text };
	}

	return {
		/** The whole answer: {response, text}. Throws what fetch throws. */
		send: (method, address, options) => exchange(method, address, options, readAll),

		/** An answer that goes on: `onText(text)` for each piece; the response once the server has ended it. */
		stream: (address, { onText, ...options }) => exchange('GET', address, options, async (response, onBytes) => {
			const reader = response.body?.getReader();
			const decoder = new TextDecoder();
			for (;;) {
				const { done, value } = await (reader?.read() ?? { done: true });
				if (done) return response;
				const text = decoder.decode(value, { stream: true });
				onBytes(value, text);
				if (response.ok) onText(text);
			}
		}),
	};
}
