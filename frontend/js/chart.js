// One build's bars: a list with a name, a bar with its whisker, and the figure as text. The drawing is for the eye
// only; the words beside it and the table below say the same.
import { element, svg } from './dom.js';
import { formatEstimate, formatInterval, formatTimes, hasInterval } from './format.js';

const percent = (place) => `${place.toFixed(3)}%`;

// Heights in pixels; the width is a percentage of whatever room there is.
const row = { height: 26, barTop: 5, barHeight: 16, middle: 13, capHalf: 5 };

function verticalLine(place, kind, height) {
  return svg('line', { class: kind, x1: percent(place), x2: percent(place), y1: 0, y2: height });
}

function guides(scale, reference, height) {
  const ticks = scale.ticks.filter((value) => value !== 1).map((value) => verticalLine(scale.place(value), 'tick-line', height));
  const machine = reference ? verticalLine(scale.place(reference.value), 'reference-line', height) : null;
  return [...ticks, verticalLine(scale.place(1), 'baseline-line', height), machine];
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
  const cap = (place) => ({ x1: percent(place), x2: percent(place), y1: row.middle - row.capHalf, y2: row.middle + row.capHalf });
  const stem = { x1: percent(low), x2: percent(high), y1: row.middle, y2: row.middle };
  return ['whisker-halo', 'whisker'].flatMap((kind) => [stem, cap(low), cap(high)].map((at) => svg('line', { class: kind, ...at })));
}

function track(content, height) {
  return svg('svg', { class: 'track', width: '100%', height, 'aria-hidden': 'true', focusable: 'false' }, content);
}

function rowTrack(entry, scale, reference) {
  const bar = entry.bar ? barShape(entry) : [];
  const whisker = entry.bar?.whisker && !entry.isBaseline ? whiskerShape(entry.bar.whisker) : [];
  return track([...guides(scale, reference, row.height), ...bar, ...whisker], row.height);
}

function figure({ cell, isBaseline, missing }) {
  if (missing) return element('span', { class: 'figure missing' }, missing);
  const interval = hasInterval(cell.speedup) ? `[${formatInterval(cell.speedup)}]` : 'no interval';
  const value = element('strong', {}, formatTimes(cell.speedup.value));
  return element('span', { class: 'figure' }, value, ' ', element('span', { class: 'interval' }, isBaseline ? 'baseline' : interval));
}

function barRow(entry, scale, reference) {
  const tag = entry.isFastest ? element('span', { class: 'tag' }, 'fastest') : null;
  const name = element('span', { class: 'mode' }, entry.mode, tag ? ' ' : null, tag);
  return element('li', { class: entry.missing ? 'bar-row without-bar' : 'bar-row' }, name, rowTrack(entry, scale, reference), figure(entry));
}

/** A label turns to the left of its place where it would leave the drawing. */
function label(place, text, y) {
  const anchor = place > 70 ? 'end' : place < 10 ? 'start' : 'middle';
  return svg('text', { class: 'axis-label', x: percent(place), y, 'text-anchor': anchor }, text);
}

function axis(scale) {
  const labels = scale.ticks.map((value) => label(scale.place(value), value === 0 ? '0' : `${value}×`, 14));
  return element('div', { class: 'bar-row axis', 'aria-hidden': 'true' }, element('span'), track(labels, 18), element('span'));
}

function referenceLabel(scale, reference) {
  const text = `${reference.label} ${formatTimes(reference.value)}`;
  const height = 18;
  return element('div', { class: 'bar-row axis', 'aria-hidden': 'true' },
    element('span'), track([label(scale.place(reference.value), text, 12)], height), element('span'));
}

function caption({ interpreter, kind }, reference) {
  const text = `Speedup over sequential, CPython ${interpreter} (${kind}). `;
  const meaning = reference?.label === 'machine'
    ? `Dashed: what this machine gave to native code, ${formatEstimate(reference)}.`
    : reference ? 'Dashed: as many times as there are workers.' : '';
  return element('figcaption', { class: 'note' }, text, meaning);
}

/** A figure for one build of the model. */
export function drawChart(build, { scale, reference }) {
  return element('figure', { class: 'chart' },
    reference ? referenceLabel(scale, reference) : null,
    element('ul', { class: 'bars' }, build.rows.map((entry) => barRow(entry, scale, reference))),
    axis(scale),
    caption(build, reference));
}
