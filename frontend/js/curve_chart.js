// Curves over the number of workers, one cursor, one tooltip. Modes differ by marker and dashes, builds by filled or
// hollow markers.
import { button, h, keepingPlace, refill, segments, svg } from './dom.js';
import { closest, curvesOf, frameOf, kinds, valuesAt } from './curve_model.js';
import * as say from './format.js';

const percent = (place) => `${place.toFixed(2)}%`;
const markers = { sequential: 'M-5 0H5', threads: 'M-4 -4H4V4H-4Z', interpreters: 'M0 -5L5 4H-5Z', processes: 'M0 -5L5 0L0 5L-5 0Z', machine: 'M-3 -3L3 3M-3 3L3 -3' };

const line = ({ build, mode }, d) => svg(`path.curve.curve-${build}.curve-${mode}`, { d });
const marker = ({ build, mode }, x, y) => svg('svg', { x, y, overflow: 'visible' }, svg(`path.marker.marker-${build}`, { d: markers[mode] }));

function curve(series, frame) {
	const at = (value) => (point) => `${frame.x(point.x).toFixed(2)} ${frame.y(point[value]).toFixed(2)}`;
	const banded = series.points.filter(say.hasInterval);
	const band = [...banded.map(at('high')), ...banded.reverse().map(at('low'))];
	return [band.length > 2 && svg('path.band', { d: `M${band.join('L')}Z` }), line(series, `M${series.points.map(at('value')).join('L')}`)];
}

/** Places go from 0 to 100 both ways; lines and markers keep their form. */
function plot(shown, frame, xs) {
	const grid = [...frame.ticks.map((tick) => `M0 ${frame.y(tick)}H100`), ...xs.map((x) => `M${frame.x(x)} 0V100`)].join('');
	return svg('svg.plot', { width: '100%', height: '100%', 'aria-hidden': 'true' },
		svg('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none', width: '100%', height: '100%' },
			svg('path.tick-line', { d: grid }), shown.map((series) => curve(series, frame))),
		shown.map((series) => series.points.map(({ x, value }) => marker(series, percent(frame.x(x)), percent(frame.y(value))))));
}

function placed(kind, side, place, text) {
	const label = h(`span.${kind}`, { 'aria-hidden': 'true' }, text);
	label.style[side] = percent(place);
	return label;
}

/** The cursor stands at one of the measured numbers of workers; arrows move it too. */
function addCursor(area, shown, frame, xs, choices) {
	const cursor = h('div.cursor');
	const tip = h('div.tip', { role: 'status' });
	const showAt = (x) => {
		choices.cursor = x;
		cursor.hidden = tip.hidden = x === null;
		if (x === null) return;
		cursor.style.left = tip.style.left = percent(frame.x(x));
		tip.classList.toggle('tip-left', frame.x(x) > 55);
		refill(tip, h('strong', say.plural(x, 'worker')), valuesAt(shown, x, choices.kind).map(({ label, text }) => h('div', `${label} `, h('b', text))));
	};
	area.append(cursor, tip);
	area.onpointermove = ({ clientX }) => {
		const { left, width } = area.getBoundingClientRect();
		const x = closest(xs, frame, (100 * (clientX - left)) / width);
		if (x !== choices.cursor) showAt(x);
	};
	area.onpointerleave = () => showAt(null);
	area.onkeydown = (event) => {
		const at = xs.indexOf(choices.cursor);
		const place = { ArrowLeft: at < 0 ? xs.length - 1 : Math.max(0, at - 1), ArrowRight: Math.min(xs.length - 1, at + 1), Home: 0, End: xs.length - 1 }[event.key];
		if (place === undefined) return event.key === 'Escape' ? showAt(null) : undefined;
		event.preventDefault();
		return showAt(xs[place]);
	};
	showAt(xs.includes(choices.cursor) ? choices.cursor : null);
}

/** `choices`: {figure, kind, hidden, cursor, save(kind)}. */
export function drawCurves(report, choices) {
	const toggle = ({ key }) => ({ target }) => {
		choices.hidden[target.checked ? 'delete' : 'add'](key);
		redraw();
	};
	const legendItem = (series) => h('label', { 'data-key': `series ${series.key}` },
		h('input', { type: 'checkbox', checked: !choices.hidden.has(series.key), onchange: toggle(series) }),
		svg('svg', { width: 30, height: 12, 'aria-hidden': 'true' }, line(series, 'M0 6H30'), marker(series, 15, 6)), ` ${series.label}`);
	function redraw() {
		const kind = kinds[choices.kind];
		const { series, xs } = curvesOf(report, choices.kind);
		const shown = series.filter(({ key }) => !choices.hidden.has(key));
		const frame = frameOf(shown, xs);
		const area = h('div.plot-area', { tabindex: 0, role: 'group', 'data-key': 'plot',
			'aria-label': `${kind.title} over workers: arrow keys move the cursor, the tables below have all figures` },
		plot(shown, frame, xs), frame.ticks.map((tick) => placed('y-label', 'top', frame.y(tick), kind.show(tick))),
		xs.map((x) => placed('x-label', 'left', frame.x(x), x)));
		addCursor(area, shown, frame, xs, choices);
		const choose = (chosen) => {
			choices.kind = chosen;
			redraw();
		};
		keepingPlace(choices.figure, () => refill(choices.figure,
			h('div.card-head', h('figcaption', h('strong', kind.title), ` over workers · ${kind.better}`), h('div.card-tools',
				segments('What is drawn', 'curve-kind', Object.keys(kinds), choices.kind, choose),
				button('Download SVG', () => choices.save(choices.kind), { class: 'small', 'data-key': 'svg' }))),
			area, h('div.legend', { role: 'group', 'aria-label': 'Series' }, series.map(legendItem))));
	}
	redraw();
}
