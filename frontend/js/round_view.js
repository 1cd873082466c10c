// The newest round of a live run, exactly as measured: figures to watch, no result yet.
import { h, refill, table } from './dom.js';
import * as say from './format.js';

/** `round`: {block, round, cells: [{interpreter, mode, workers, wall_ms}]}. */
export function drawRound(container, { block, round, cells }) {
	const nameOf = ({ mode, workers }) => `${mode}, ${workers}`;
	const columns = [...new Set(cells.map(nameOf))];
	const rows = [...new Set(cells.map(({ interpreter }) => interpreter))];
	const figure = (row, column) => cells.find((cell) => cell.interpreter === row && nameOf(cell) === column)?.wall_ms;
	const title = `Block ${say.integer(block)}, round ${say.integer(round)}, as it came, ms`;
	refill(container, h('p.note', title),
		table(title, ['Interpreter', ...columns], rows.map((row) => [row, ...columns.map((column) => say.tenths(figure(row, column)))])));
}
