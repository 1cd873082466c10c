// Makes elements. Data only ever becomes text, never markup.

function make(namespace, selector, content) {
	const [name, ...classes] = selector.split('.');
	const node = document.createElementNS(`http://www.w3.org/${namespace}`, name);
	const attributes = content[0]?.constructor === Object ? content.shift() : {};
	if (classes.length > 0) node.setAttribute('class', classes.join(' '));
	for (const [key, value] of Object.entries(attributes)) {
		if (typeof value === 'function') node[key] = value;
		else if (value || value === 0 || value === '') node.setAttribute(key, value === true ? '' : value);
	}
	return put(node, content);
}

/** Appends what is there of `children`, lists included. */
export function put(node, ...children) {
	node.append(...children.flat(Infinity).filter((child) => child || child === 0));
	return node;
}

/** The same instead of what the node holds. */
export const refill = (node, ...children) => node.replaceChildren() ?? put(node, children);

/** h('p.note', {id: 'x', onclick: f}, 'text', child); null and false attributes are left out. */
export const h = (selector, ...content) => make('1999/xhtml', selector, content);
export const svg = (selector, ...content) => make('2000/svg', selector, content);

/** Sets text only when it changes, so that a live region doesn't speak twice. */
export function setText(node, text) {
	if (node.textContent !== text) node.textContent = text;
}

/** partsOf(root)('list'): what the page's markup calls by this name. */
export const partsOf = (root) => (name) => root.querySelector(`[data-part="${name}"]`);

/** Deaf to the second click of two: it may meet a button that the first has put there. */
export const button = (text, work, attributes = {}) =>
	h('button', { type: 'button', onclick: (event) => event.detail > 1 || work(event), ...attributes }, text);

/** A choice of a few, beside each other. */
export const segments = (label, name, options, chosen, onChoose) => h('fieldset.segments.small',
	h('legend.visually-hidden', label),
	options.map((option) => h('label', { 'data-key': `${name} ${option}` },
		h('input', { type: 'radio', name, value: option, checked: option === chosen, onchange: () => onChoose(option) }), h('span', option))));

/** `rows`: lists of cells, the row's name first, or elements. Wide tables scroll. */
export function table(label, heads, rows) {
	const cell = (content, index) => (index === 0 ? h('th', { scope: 'row' }, content) : h('td', content));
	return h('div.table-scroll', { role: 'region', tabindex: 0, 'aria-label': label }, h('table',
		h('caption.visually-hidden', label),
		h('thead', h('tr', heads.map((head) => h('th', { scope: 'col' }, head)))),
		h('tbody', rows.map((row) => (Array.isArray(row) ? h('tr', row.map(cell)) : row)))));
}

/** `draw` replaces what `container` holds; opened details and the focus are kept, known by data-key. */
export function keepingPlace(container, draw) {
	const opened = [...container.querySelectorAll('details[data-key][open]')].map((details) => details.dataset.key);
	const focused = container.contains(document.activeElement) && document.activeElement.closest('[data-key]')?.dataset.key;
	draw();
	for (const keyed of container.querySelectorAll('[data-key]')) {
		if (opened.includes(keyed.dataset.key)) keyed.open = true;
		if (keyed.dataset.key === focused) (keyed.querySelector('summary, input') ?? keyed).focus({ preventScroll: true });
	}
}

/** Calls `work` no more often than every `ms`; the last call is never lost. */
export function throttled(ms, work) {
	let last = -Infinity;
	let timer = null;
	const run = () => {
		timer = null;
		last = performance.now();
		work();
	};
	return () => {
		const wait = last + ms - performance.now();
		if (timer === null && wait <= 0) run();
		else timer ??= setTimeout(run, wait);
	};
}

/** Saves text as a file, as if it had been a link. */
export function saveFile(name, text, type) {
	const address = URL.createObjectURL(new Blob([text], { type }));
	h('a', { href: address, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
