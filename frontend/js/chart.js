// One build's bars, each with its whisker. The drawing is for the eye only; words and table say the same.
import { h, svg } from './dom.js';
import { sideFigures, sideTitles } from './figures.js';
import * as say from './format.js';

const percent = (place) => `${place.toFixed(3)}%`;

// Heights in pixels; widths are percentages.
const row = { height: 26, barTop: 5, barHeight: 16, middle: 13, capHalf: 5 };

const verticalLine = (place, kind) => svg(`line.${kind}`, { x1: percent(place), x2: percent(place), y1: 0, y2: row.height });

const guides = (scale) => scale.ticks.map((value) => verticalLine(scale.place(value), value === 1 ? 'baseline-line' : 'tick-line'));

/** Without an interval the bar is hatched: its end is not to be relied upon. */
function barShape({ bar, isFastest, isBaseline }) {
	const kind = isBaseline ? 'bar-baseline' : !bar.whisker ? 'bar-unsure' : isFastest ? 'bar-fastest' : 'bar-plain';
	return svg(`rect.bar.${kind}`, { x: 0, y: row.barTop, width: percent(bar.end), height: row.barHeight });
}

/** Twice: a halo keeps it apart from the bar. */
function whiskerShape({ low, high }) {
	const across = (from, to) => ({ x1: percent(from), x2: percent(to) });
	const cap = (place) => ({ ...across(place, place), y1: row.middle - row.capHalf, y2: row.middle + row.capHalf });
	const lines = [{ ...across(low, high), y1: row.middle, y2: row.middle }, cap(low), cap(high)];
	return ['whisker-halo', 'whisker'].map((kind) => lines.map((at) => svg(`line.${kind}`, at)));
}

const track = (content, height) => svg('svg.track', { width: '100%', height, 'aria-hidden': 'true' }, content);

/** The reference stands over the bars: one may reach beyond it. */
function rowTrack(entry, scale, reference) {
	return track([guides(scale), entry.bar && barShape(entry), reference && verticalLine(scale.place(reference.value), 'reference-line'),
		entry.bar?.whisker && !entry.isBaseline && whiskerShape(entry.bar.whisker)], row.height);
}

function figure({ cell, isBaseline, missing }) {
	if (missing) return h('span.figure.missing', missing);
	const interval = isBaseline ? 'baseline' : say.hasInterval(cell.speedup) ? `[${say.interval(cell.speedup)}]` : 'no interval';
	return h('span.figure', h('strong', say.times(cell.speedup.value)), ' ', h('span.interval', interval));
}

function barRow(entry, scale, reference) {
	const name = h('span.mode', entry.mode, entry.isFastest && [' ', h('span.tag', 'fastest')]);
	return h(entry.missing ? 'li.bar-row.without-bar' : 'li.bar-row', name, rowTrack(entry, scale, reference), figure(entry),
		entry.missing ? null : sideFigures(entry.cell));
}

/** Centred, but inside where less than `room` percent is left on a side. */
function label(place, text, y, room) {
	const anchor = place > 100 - room ? 'end' : place < room ? 'start' : 'middle';
	return svg('text.axis-label', { x: percent(place), y, 'text-anchor': anchor }, text);
}

const axisRow = (labels, more) => h('div.bar-row.axis', { 'aria-hidden': 'true' }, h('span'), track(labels, 18), h('span.figure'), more);

export function drawChart(build, { scale, reference }) {
	return h('figure.chart', { 'aria-label': `Speedup over sequential, ${build.name}` },
		axisRow(reference && label(scale.place(reference.value), reference.label, 12, 30), sideTitles()),
		h('ul.bars', build.rows.map((entry) => barRow(entry, scale, reference))),
		axisRow(scale.labels.map((value) => label(scale.place(value), value === 0 ? '0' : `${value}×`, 14, 3))));
}
