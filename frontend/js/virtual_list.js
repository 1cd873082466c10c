// A list box of which only the visible rows exist. The keyboard moves a choice, not the focus.
import { h } from './dom.js';

const spare = 4;

/** `fillRow(row, item)` fills an element that may have shown another item. */
export function createVirtualList(box, { rowHeight, fillRow, onChoose }) {
	const space = h('div', { role: 'presentation' });
	const pool = [];
	let items = [];
	let chosen = null;
	box.append(space);

	function draw() {
		const first = Math.max(0, Math.floor(box.scrollTop / rowHeight) - spare);
		const count = Math.min(items.length - first, Math.ceil(box.clientHeight / rowHeight) + 2 * spare);
		while (pool.length < count) {
			pool.push(h('div', { role: 'option', id: `${box.id}-${pool.length}` }));
			space.append(pool.at(-1));
		}
		box.removeAttribute('aria-activedescendant');
		pool.forEach((row, place) => {
			row.hidden = place >= count;
			if (place < count) drawRow(row, first + place);
		});
	}

	function drawRow(row, index) {
		const isChosen = items[index] === chosen;
		row.style.top = `${index * rowHeight}px`;
		row.dataset.index = index;
		row.setAttribute('aria-posinset', index + 1);
		row.setAttribute('aria-setsize', items.length);
		row.setAttribute('aria-selected', isChosen);
		if (isChosen) box.setAttribute('aria-activedescendant', row.id);
		fillRow(row, items[index]);
	}

	function choose(index) {
		if (!items[index]) return;
		chosen = items[index];
		const top = index * rowHeight;
		box.scrollTop = Math.min(top, Math.max(box.scrollTop, top + rowHeight - box.clientHeight));
		draw();
		onChoose(chosen);
	}

	box.addEventListener('scroll', draw, { passive: true });
	const chooseAt = ({ target }) => choose(target.closest('[data-index]')?.dataset.index);
	// When pressed: rows move until the click. A screen reader only clicks.
	box.onmousedown = chooseAt;
	box.onclick = (event) => event.detail || chooseAt(event);
	box.onkeydown = (event) => {
		const page = Math.floor(box.clientHeight / rowHeight) - 1;
		const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
		if (step === undefined) return;
		event.preventDefault();
		choose(Math.min(items.length - 1, Math.max(0, items.indexOf(chosen) + step)));
	};

	return (newItems) => {
		// Who has scrolled down reads something: new rows must not push it away.
		const before = Math.floor(box.scrollTop / rowHeight);
		const after = before > 0 ? newItems.indexOf(items[before]) : -1;
		items = newItems;
		space.style.height = `${items.length * rowHeight}px`;
		if (after >= 0) box.scrollTop += (after - before) * rowHeight;
		draw();
	};
}
