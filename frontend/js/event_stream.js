// Server-sent events: from pieces of text to events. Pure.

/** Feed it text; `onEvent({type, data})` for each whole event of JSON. */
export function createEventParser(onEvent) {
	let rest = '';

	function emit(block) {
		const valuesOf = (name) => [...block.matchAll(new RegExp(`^${name}: ?(.*)$`, 'gm'))].map((match) => match[1]);
		let data;
		try {
			data = JSON.parse(valuesOf('data').join('\n'));
		} catch {
			return;
		}
		onEvent({ type: valuesOf('event')[0] ?? 'message', data });
	}

	return (text) => {
		const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n');
		rest = blocks.pop();
		blocks.forEach(emit);
	};
}
