// From an exchange's raw bytes to what is read: heads, bodies, a curl command. Pure.

export const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Bytes that are no UTF-8 become \xNN. */
export function textOf(bytes) {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		const show = (byte) => (byte < 128 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`);
		return Array.from(bytes, show).join('');
	}
}

/** A chunked body without its framing, whose lengths are in bytes; a broken frame ends it. */
export function unchunk(body) {
	const bytes = new TextEncoder().encode(body);
	const pieces = [];
	for (let at = 0; at < bytes.length;) {
		const line = bytes.indexOf(10, at);
		const size = line < 0 ? NaN : Number.parseInt(textOf(bytes.subarray(at, line)), 16);
		if (!(size > 0)) break;
		pieces.push(...bytes.subarray(line + 1, line + 1 + size));
		at = line + 1 + size + 2;
	}
	return textOf(Uint8Array.from(pieces));
}

function spread(json) {
	try {
		return JSON.stringify(JSON.parse(json), null, 2);
	} catch {
		return json;
	}
}

/** A message with its JSON spread out; whatever isn't whole JSON stays as it is. */
export function pretty(text) {
	const [, head, body] = /^(.*?\r\n\r\n)(.*)$/s.exec(text) ?? [null, text, ''];
	return head + spread(/^transfer-encoding:\s*chunked/im.test(head) ? unchunk(body) : body);
}

/** What fetch knows of an entry: no request line of its own, no order of headers. */
export function asSeenByBrowser(entry) {
	const message = (line, headers, body) => `${line}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
	const { method, path, status, reason, requestHeaders, requestBody, responseHeaders, responseBody } = entry;
	return {
		request: message(`${method} ${path}`, requestHeaders, requestBody),
		response: status === null ? `no answer${reason ? `: ${reason}` : ' yet'}` : message(status, responseHeaders, responseBody),
	};
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** `origin`: where a relative address leads. */
export function curlCommand({ method, address, requestHeaders, requestBody }, origin) {
	return ['curl', '-i', method === 'GET' ? [] : ['-X', method], quoted(new URL(address, origin).href),
		requestHeaders.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
		requestBody ? ['--data-raw', quoted(requestBody)] : []].flat(2).join(' ');
}
