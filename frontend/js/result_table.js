// The figures behind the bars, as a real table.
import { element } from './dom.js';
import { formatCores, formatInterval, formatMebibytes, formatMilliseconds, formatShare, formatTimes } from './format.js';

const columns = [
  { title: 'Speedup', show: (cell) => formatTimes(cell.speedup?.value) },
  { title: 'Interval', show: (cell) => (cell.mode === 'sequential' ? 'baseline' : formatInterval(cell.speedup)) },
  { title: 'Share of machine', show: (cell) => formatShare(cell.share_of_machine ?? NaN) },
  { title: 'Median', unit: 'ms', show: (cell) => formatMilliseconds(cell.run_ms?.median) },
  { title: 'Best', unit: 'ms', show: (cell) => formatMilliseconds(cell.run_ms?.best) },
  { title: 'Set-up', unit: 'ms', show: (cell) => formatMilliseconds(cell.setup_ms) },
  { title: 'Cores used', show: (cell) => formatCores(cell.cores_used) },
  { title: 'Memory', unit: 'MiB', show: (cell) => formatMebibytes(cell.memory_mib) },
];

function heading({ title, unit }) {
  if (!unit) return element('th', { scope: 'col' }, title);
  return element('th', { scope: 'col', class: 'with-unit' }, title, ' ', element('span', { class: 'unit' }, unit));
}

function bodyRow({ mode, cell, missing }) {
  const name = element('th', { scope: 'row' }, mode);
  if (missing && !cell.run_ms) {
    return element('tr', {}, name, element('td', { colspan: columns.length, class: 'missing' }, missing));
  }
  return element('tr', {}, name, columns.map(({ show }) => element('td', {}, show(cell))));
}

/** Narrow screens scroll it sideways, so it is a region that the keyboard reaches. */
export function drawTable(build) {
  const label = `Figures of ${build.name}, ${build.kind}`;
  const head = element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'Mode'), columns.map(heading)));
  const table = element('table', {}, element('caption', { class: 'visually-hidden' }, label), head,
    element('tbody', {}, build.rows.map(bodyRow)));
  return element('div', { class: 'table-scroll', role: 'region', tabindex: 0, 'aria-label': label }, table);
}
