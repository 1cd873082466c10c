// Numbers and words as the page shows them. Pure.
// The locale is fixed: an instrument reads the same everywhere, and its figures can be compared with the API's.

const locale = 'en-GB';
const nothing = '–';

function decimals(digits) {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const formatters = [0, 1, 2].map(decimals);

function fixed(value, digits) {
  return Number.isFinite(value) ? formatters[digits].format(value) : nothing;
}

export const formatInteger = (value) => fixed(value, 0);
export const formatCores = (value) => fixed(value, 2);
export const formatMebibytes = (value) => fixed(value, 1);
export const formatMilliseconds = (value) => fixed(value, 1);

/** Usable cores may be a decimal (a quota); whole numbers stay short. */
export const formatCoreCount = (value) => (Number.isInteger(value) ? fixed(value, 0) : fixed(value, 2));

/** 1.934 -> "1.93×" */
export function formatTimes(value) {
  return Number.isFinite(value) ? `${fixed(value, 2)}×` : nothing;
}

/** 0.974 -> "97 %" */
export function formatShare(value) {
  return Number.isFinite(value) ? `${fixed(100 * value, 0)} %` : nothing;
}

/** "1.90–1.96"; an estimate without an interval gives the dash for "nothing". */
export function formatInterval(estimate) {
  return hasInterval(estimate) ? `${fixed(estimate.low, 2)}–${fixed(estimate.high, 2)}` : nothing;
}

/** "1.93× [1.90–1.96]", or the value alone where there is no interval. */
export function formatEstimate(estimate) {
  if (!estimate) return nothing;
  return hasInterval(estimate) ? `${formatTimes(estimate.value)} [${formatInterval(estimate)}]` : formatTimes(estimate.value);
}

export function hasInterval(estimate) {
  return Boolean(estimate) && Number.isFinite(estimate.low) && Number.isFinite(estimate.high);
}

/** Whole seconds, since a clock that ticks faster would only keep a core busy: "7 s", "2 min 05 s". */
export function formatElapsed(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** plural(1, 'block') -> "1 block"; plural(2, 'block') -> "2 blocks" */
export function plural(count, noun) {
  return `${formatInteger(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** ["a", "b", "c"] -> "a, b and c" */
export function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** "lock_bound" -> "lock bound" */
export const formatName = (name) => name.replaceAll('_', ' ');

/** What a build is called: "GIL" or "free-threaded". */
export const formatBuild = (build) => ({ gil: 'GIL', ft: 'free-threaded' })[build] ?? build;

/** A checksum is any JSON value: a number reads with its thousands apart, the rest as JSON. */
export function formatChecksum(value) {
  if (value === null || value === undefined) return nothing;
  if (Number.isSafeInteger(value)) return formatInteger(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One item of a verdict's evidence: "1.98×", "12 %", "3.1 MiB". */
export function formatEvidence({ value, unit }) {
  if (unit === 'x') return formatTimes(value);
  const digits = Number.isInteger(value) ? 0 : 2;
  return unit === '' ? fixed(value, digits) : `${fixed(value, digits)} ${unit}`;
}
