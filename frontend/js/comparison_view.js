// Two runs side by side; the server judges what differs.
import { button, h, refill, table } from './dom.js';
import { comparedRow, machineText, whenText } from './runs_model.js';

const heads = ['Cell', 'Time A, ms', 'Time B, ms', 'Speedup A', 'Speedup B', 'Time, B ÷ A', 'Difference'];

const side = (letter, run) => h('li', h('b', letter), ` ${run.name} · ${machineText(run)} · ${whenText(run.created_at)}`);

/** `comparison`: {a, b, cells, reservations} of the API. */
export function drawComparison(container, { a, b, cells, reservations }) {
	const rows = cells.map(comparedRow);
	const certain = rows.filter(({ significant }) => significant).length;
	refill(container, h('div.card-head', h('h3', 'Comparison'), button('Close', () => refill(container).focus(), { class: 'small' })),
		h('ul', side('A', a), side('B', b)),
		h('p', `${certain} of ${rows.length} cells differ by more than their intervals.`),
		reservations.length > 0 && h('ul.warnings', { 'aria-label': 'Reservations' }, reservations.map((text) => h('li', text))),
		table('Comparison of two runs', heads, rows.map(({ name, times, speedups, ratio, change, significant }) =>
			[name, ...times, ...speedups, ratio, significant ? h('strong.significant', change) : change])));
}
