// The figures of a cell: some stand beside its bar, all in the table behind.
import { h, table } from './dom.js';
import * as say from './format.js';

const columns = [
	{ title: 'Speedup', show: (cell) => say.times(cell.speedup?.value) },
	{ title: 'Interval', show: (cell) => (cell.mode === 'sequential' ? 'baseline' : say.interval(cell.speedup)) },
	{ title: 'Of machine', beside: true, show: (cell) => say.share(cell.share_of_machine) },
	{ title: 'Cores', beside: true, show: (cell) => say.hundredths(cell.cores_used) },
	{ title: 'Memory', beside: true, unit: 'MiB', show: (cell) => say.tenths(cell.memory_mib) },
	{ title: 'Set-up', beside: true, unit: 'ms', show: (cell) => say.tenths(cell.setup_ms) },
	{ title: 'Round', unit: 'ms', show: (cell) => say.tenths(cell.time_ms?.value) },
	{ title: 'Lock or pause wait', unit: 'ms', show: (cell) => say.lockWait(cell.scheduling_delay) },
	{ title: 'Best', unit: 'ms', show: (cell) => say.tenths(cell.best_ms) },
	{ title: 'Against GIL build', show: (cell) => say.estimate(cell.speedup_against_gil) },
];

const beside = columns.filter((column) => column.beside);

export const sideTitles = () => beside.map(({ title }) => h('span.side', title));

/** Not everybody sees the heading above it. */
export const sideFigures = (cell) => beside.map(({ title, unit, show }) =>
	h('span.side', show(cell), unit ? h('span.unit', ` ${unit}`) : h('span.visually-hidden', ` ${title}`)));

/** `rows`: [{name, cell, missing?}]. */
export function tableBehind(label, firstColumn, rows) {
	const heads = [firstColumn, ...columns.map(({ title, unit }) => (unit ? `${title}, ${unit}` : title))];
	const row = ({ name, cell, missing }) => (missing && !cell.time_ms
		? h('tr', h('th', { scope: 'row' }, name), h('td.missing', { colspan: columns.length }, missing))
		: [name, ...columns.map(({ show }) => show(cell))]);
	return h('details.behind', { 'data-key': `table ${label}` }, h('summary', 'The figures as a table'), table(label, heads, rows.map(row)));
}
