// One build's bars: a list with a name, a bar with its whisker, and the figure as text. The drawing is for the eye
// only; the words beside it and the table below say the same.
import { element, svg } from './dom.js';
import { formatInterval, formatTimes, hasInterval } from './format.js';

const percent = (place) => `${place.toFixed(3)}%`;

// Heights in pixels; the width is a percentage of whatever room there is.
const row = { height: 26, barTop: 5, barHeight: 16, middle: 13, capHalf: 5 };

function verticalLine(place, kind, height) {
  return svg('line', { class: kind, x1: percent(place), x2: percent(place), y1: 0, y2: height });
}

function guides(scale) {
  const kind = (value) => (value === 1 ? 'baseline-line' : 'tick-line');
  return scale.ticks.map((value) => verticalLine(scale.place(value), kind(value), row.height));
}

/** Over the bars, so that one which reaches beyond it shows that it does. */
function referenceLine(scale, reference) {
  return reference ? verticalLine(scale.place(reference.value), 'reference-line', row.height) : null;
}

function rectangle(kind, bar, fill) {
  return svg('rect', { class: kind, x: 0, y: row.barTop, width: percent(bar.end), height: row.barHeight, fill });
}

/** Without an interval the bar is hatched: its end is not to be relied upon. */
function barShape({ bar, isFastest, isBaseline }) {
  if (!bar.whisker && !isBaseline) return [rectangle('bar bar-unsure', bar, 'url(#hatch)')];
  return [rectangle(`bar ${isFastest ? 'bar-fastest' : ''} ${isBaseline ? 'bar-baseline' : ''}`, bar)];
}

/** Drawn twice: the wide line in the page's colour keeps the whisker apart from the bar below it. */
function whiskerShape({ low, high }) {
  const across = (from, to) => ({ x1: percent(from), x2: percent(to) });
  const cap = (place) => ({ ...across(place, place), y1: row.middle - row.capHalf, y2: row.middle + row.capHalf });
  const lines = [{ ...across(low, high), y1: row.middle, y2: row.middle }, cap(low), cap(high)];
  return ['whisker-halo', 'whisker'].flatMap((kind) => lines.map((at) => svg('line', { class: kind, ...at })));
}

function track(content, height) {
  return svg('svg', { class: 'track', width: '100%', height, 'aria-hidden': 'true', focusable: 'false' }, content);
}

function rowTrack(entry, scale, reference) {
  const bar = entry.bar ? barShape(entry) : [];
  const whisker = entry.bar?.whisker && !entry.isBaseline ? whiskerShape(entry.bar.whisker) : [];
  return track([...guides(scale), ...bar, referenceLine(scale, reference), ...whisker], row.height);
}

function figure({ cell, isBaseline, missing }) {
  if (missing) return element('span', { class: 'figure missing' }, missing);
  const interval = hasInterval(cell.speedup) ? `[${formatInterval(cell.speedup)}]` : 'no interval';
  return element('span', { class: 'figure' }, element('strong', {}, formatTimes(cell.speedup.value)), ' ',
    element('span', { class: 'interval' }, isBaseline ? 'baseline' : interval));
}

function barRow(entry, scale, reference) {
  const tag = entry.isFastest ? element('span', { class: 'tag' }, 'fastest') : null;
  const name = element('span', { class: 'mode' }, entry.mode, tag ? ' ' : null, tag);
  return element('li', { class: entry.missing ? 'bar-row without-bar' : 'bar-row' },
    name, rowTrack(entry, scale, reference), figure(entry));
}

/** A label is centred at its place, but where less than `room` percent is left on a side it stays inside. */
function label(place, text, y, room) {
  const anchor = place > 100 - room ? 'end' : place < room ? 'start' : 'middle';
  return svg('text', { class: 'axis-label', x: percent(place), y, 'text-anchor': anchor }, text);
}

const axisRow = (labels) => element('div', { class: 'bar-row axis', 'aria-hidden': 'true' },
  element('span'), track(labels, 18), element('span'));

function axis(scale) {
  return axisRow(scale.labels.map((value) => label(scale.place(value), value === 0 ? '0' : `${value}×`, 14, 3)));
}

function referenceLabel(scale, reference) {
  return axisRow([label(scale.place(reference.value), reference.label, 12, 30)]);
}

function caption({ interpreter, kind }, reference) {
  const text = `Speedup over sequential, CPython ${interpreter} (${kind}).`;
  return element('figcaption', { class: 'note' }, text, reference ? ` Dashed: ${reference.meaning}.` : null);
}

/** A figure for one build of the model. */
export function drawChart(build, { scale, reference }) {
  return element('figure', { class: 'chart' },
    reference ? referenceLabel(scale, reference) : null,
    element('ul', { class: 'bars' }, build.rows.map((entry) => barRow(entry, scale, reference))),
    axis(scale),
    caption(build, reference));
}
