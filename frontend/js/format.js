// Numbers and words as the page shows them; what is missing is a dash. Pure.
// The locale is fixed, so that figures read as the API's do.

const formatters = [0, 1, 2].map((digits) =>
	new Intl.NumberFormat('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits }));

export const fixed = (value, digits) => (Number.isFinite(value) ? formatters[digits].format(value) : '–');
export const integer = (value) => fixed(value, 0);
export const tenths = (value) => fixed(value, 1);
export const hundredths = (value) => fixed(value, 2);

const withUnit = (value, digits, unit) => fixed(value, digits) + (Number.isFinite(value) ? unit : '');

/** 1.934 -> "1.93×" */
export const times = (value) => withUnit(value, 2, '×');

/** 0.974 -> "97 %" */
export const share = (value) => withUnit(100 * (value ?? NaN), 0, ' %');

/** Usable cores may be a decimal (a quota); whole numbers stay short. */
export const coreCount = (value) => fixed(value, Number.isInteger(value) ? 0 : 2);

export const hasInterval = (given) => Number.isFinite(given?.low) && Number.isFinite(given.high);

/** "1.90–1.96" */
export const interval = (given) => (hasInterval(given) ? `${hundredths(given.low)}–${hundredths(given.high)}` : '–');

/** "1.93× [1.90–1.96]", or the value alone where there is no interval. */
export const estimate = (given) => times(given?.value) + (hasInterval(given) ? ` [${interval(given)}]` : '');

/** The median, in ms. */
export const lockWait = (seen) => hundredths((seen?.lock_wait_us ?? seen?.pause_wait_us)?.p50 / 1_000);

/** Whole seconds: "7 s", "2 min 05 s". */
export function elapsed(milliseconds) {
	const seconds = Math.max(0, Math.floor(milliseconds / 1000));
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** "12.3 ms", "1.2 s" */
export const duration = (ms) => (ms < 1_000 ? `${tenths(ms)} ms` : `${tenths(ms / 1_000)} s`);

/** 15_200 -> "14.8 KiB" */
export function bytes(count) {
	if (count < 1_024) return `${count} B`;
	return count < 1_048_576 ? `${tenths(count / 1_024)} KiB` : `${tenths(count / 1_048_576)} MiB`;
}

/** plural(2, 'block') -> "2 blocks" */
export const plural = (count, noun) => `${integer(count)} ${noun}${count === 1 ? '' : 's'}`;

/** ["a", "b", "c"] -> "a, b and c" */
export const listed = (list) => list.join(', ').replace(/, ([^,]*)$/, ' and $1');

export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "lock_bound" -> "lock bound" */
export const words = (name) => name.replaceAll('_', ' ');

export const build = (name) => ({ gil: 'GIL', ft: 'free-threaded' })[name] ?? name;

/** JSON text: a number's thousands apart, the rest as it is. */
export const checksum = (text) => (/^\d{1,15}$/.test(text) ? integer(Number(text)) : text || '–');

/** One item of a verdict's evidence: "1.98×", "12 %", "3.1 MiB". */
export function evidence({ value, unit }) {
	return unit === 'x' ? times(value) : `${coreCount(value)} ${unit}`.trim();
}
