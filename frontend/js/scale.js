// From speedups to places in percent: a chart follows its width without script. Pure.

const roundSteps = [0.25, 0.5, 1, 2, 5, 10, 20, 50];
const mostTicks = 6;
/** From 0 to a little beyond the largest value, with ticks at round numbers. */
export function createScale(values) {
	const largest = Math.max(1, ...values.filter(Number.isFinite));
	const step = roundSteps.find((candidate) => largest / candidate < mostTicks) ?? 100;
	// Room for a whisker's cap and for the label of a line at the very end.
	const end = largest * 1.06;
	const place = (value) => (100 * Math.min(Math.max(value, 0), end)) / end;
	const ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
	// 1× is always there. The label of 0 gives way where that comes too close.
	if (!ticks.includes(1)) ticks.splice(1, 0, 1);
	return { end, place, ticks, labels: ticks.filter((value) => value > 0 || place(1) >= 7) };
}
