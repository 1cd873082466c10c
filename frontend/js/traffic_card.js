// The page's HTTP traffic, newest first; the chosen request with its bytes.
import { h, partsOf, setText, throttled } from './dom.js';
import * as say from './format.js';
import { createTrafficDetail } from './traffic_detail.js';
import { filtered, levelOf, mostEntries, statusText } from './traffic_log.js';
import { createVirtualList } from './virtual_list.js';

/** While something is measured, drawing is rare. */
const calmMs = 250;

const columns = [
	({ method }) => method, ({ path }) => path, statusText,
	({ ms, state }) => (ms === null || state === 'live' ? '' : say.duration(ms)), ({ bytes }) => (bytes > 0 ? say.bytes(bytes) : ''),
];

function fillRow(row, entry) {
	if (row.childElementCount === 0) {
		row.className = 'traffic-row';
		row.append(...columns.map(() => h('span')));
	}
	columns.forEach((read, index) => setText(row.children[index], read(entry)));
	row.children[2].className = `status-${levelOf(entry)}`;
}

/** Returns what to call whenever the log changes; `isMeasuring()` asks for restraint. */
export function createTrafficCard(root, { log, client, isMeasuring }) {
	const part = partsOf(root);
	const detail = createTrafficDetail(part('detail'), { client });
	const showRows = createVirtualList(part('list'), { rowHeight: 26, fillRow, onChoose: detail.open });
	let due = 0;

	function draw() {
		due = 0;
		const entries = log.entries();
		const found = filtered(entries, part('filter').value);
		showRows(found);
		detail.refresh();
		setText(part('count'), [say.plural(entries.length, 'request'), found.length < entries.length && `${say.integer(found.length)} shown`,
			entries.length === mostEntries && 'older ones were dropped'].filter(Boolean).join(', '));
	}

	const drawCalmly = throttled(calmMs, draw);

	part('filter').oninput = draw;
	part('clear').onclick = () => {
		detail.close();
		log.clear();
	};

	return () => {
		if (isMeasuring()) drawCalmly();
		else due ||= requestAnimationFrame(draw);
	};
}
