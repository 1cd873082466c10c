// From speedups to places on a line. Pure. Places are percentages, so a chart follows its width without script.

const roundSteps = [0.25, 0.5, 1, 2, 5, 10, 20, 50];
const mostTicks = 6;

/** A scale from 0 to a little beyond the largest value, with ticks at round numbers. All builds share one. */
export function createScale(values) {
  const largest = Math.max(1, ...values.filter(Number.isFinite));
  const step = roundSteps.find((candidate) => largest / candidate < mostTicks) ?? 100;
  // Room for a whisker's cap and for the label of a line at the very end.
  const end = largest * 1.06;
  const ticks = [];
  for (let value = 0; value <= end; value += step) ticks.push(value);
  return { end, ticks, place: (value) => (100 * Math.min(Math.max(value, 0), end)) / end };
}
