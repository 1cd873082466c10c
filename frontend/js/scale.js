// From speedups to places on a line. Pure. Places are percentages, so a chart follows its width without script.

const roundSteps = [0.25, 0.5, 1, 2, 5, 10, 20, 50];
const mostTicks = 6;
/** Percent of the width that a label takes on a narrow screen. */
const leastGap = 7;

/** A scale from 0 to a little beyond the largest value, with ticks at round numbers. All builds share one. */
export function createScale(values) {
  const largest = Math.max(1, ...values.filter(Number.isFinite));
  const step = roundSteps.find((candidate) => largest / candidate < mostTicks) ?? 100;
  // Room for a whisker's cap and for the label of a line at the very end.
  const end = largest * 1.06;
  const place = (value) => (100 * Math.min(Math.max(value, 0), end)) / end;
  return { end, place, ticks: ticksUpTo(end, step), labels: labelsUpTo(end, step, place) };
}

/** 1× is always there, whatever the step: everything is read against it. */
function ticksUpTo(end, step) {
  const ticks = [];
  for (let value = 0; value <= end; value += step) ticks.push(value);
  return ticks.includes(1) ? ticks : [0, 1, ...ticks.slice(1)];
}

/** Ticks that have room for their label: 0 gives way where 1× comes too close. */
function labelsUpTo(end, step, place) {
  return ticksUpTo(end, step).filter((value) => value > 0 || place(1) >= leastGap);
}
