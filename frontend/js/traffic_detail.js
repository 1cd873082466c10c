// One exchange: its bytes as the server saw them, else what the browser knows of it.
import { button, h, refill, segments, setText } from './dom.js';
import { asSeenByBrowser, bytesOf, curlCommand, pretty, textOf } from './exchange.js';
import * as say from './format.js';
import { levelOf, statusText } from './traffic_log.js';

const fromServer = (title, { base64, bytes, truncated }) =>
	({ title, text: textOf(bytesOf(base64)), note: `${say.bytes(bytes)}${truncated ? ', the beginning of it' : ''}` });

/** A stream that still runs is known to nobody but the browser. */
async function findExchange(entry, client) {
	const find = async (id) => id && client.exchange(id).catch(() => null);
	const isOver = ['done', 'failed'].includes(entry.state);
	const known = await find(isOver && entry.requestId);
	if (known) {
		const before = await find(known.preflight);
		return {
			source: `byte for byte as the server saw it, id ${known.id}`,
			messages: [
				before && [fromServer('Preflight request', before.request), fromServer('Preflight response', before.response)],
				fromServer('Request', known.request), fromServer('Response', known.response),
			].flat().filter(Boolean),
		};
	}
	const { request, response } = asSeenByBrowser(entry);
	return { source: 'as seen by the browser', messages: [{ title: 'Request', text: request }, { title: 'Response', text: response }] };
}

export function createTrafficDetail(box, { client }) {
	let entry = null;
	let found = null;
	let form = 'Pretty';
	let shownState = null;

	const message = ({ title, text, note }) => h('section', h('h4', title, note && h('span.note', ` ${note}`)),
		h('pre', { tabindex: 0, role: 'region', 'aria-label': title }, form === 'Pretty' ? pretty(text) : text));

	async function copy(said) {
		const command = curlCommand(entry, document.baseURI);
		try {
			await navigator.clipboard.writeText(command);
			setText(said, 'Copied.');
		} catch {
			// No clipboard: it can be copied by hand.
			setText(said, command);
		}
	}

	function draw() {
		const said = h('p.note.copied', { role: 'status' });
		const choose = (chosen) => {
			form = chosen;
			draw();
			box.querySelector('input:checked').focus();
		};
		refill(box, h('div.exchange-head',
			h('h3', `${entry.method} ${entry.path} `, h(`span.status-${levelOf(entry)}`, statusText(entry))),
			segments('Body', 'body-form', ['Pretty', 'Raw'], form, choose), button('Copy as curl', () => copy(said), { class: 'small' })),
		h('p.note', found.source), said, found.messages.map(message));
	}

	async function open(chosen) {
		entry = chosen;
		shownState = entry.state;
		const answer = await findExchange(entry, client);
		if (entry !== chosen) return;
		found = answer;
		draw();
	}

	return {
		open,
		/** The entry may have come to its end since it was opened. */
		refresh: () => entry && shownState !== entry.state && open(entry),
		close() {
			entry = null;
			refill(box, h('p.note', 'Choose a request to see its bytes.'));
		},
	};
}
