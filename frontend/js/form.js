// What the benchmark form may hold, and the query it stands for. Pure. The limits are those of API.md: checked
// here so that a mistake shows at once, and by the server again.
import { formatInteger } from './format.js';

/** Numbers of the form: limits, and what the hint tells of them. */
export const limits = {
  workers: { minimum: 1, maximum: 64, hint: '1–64' },
  n: { minimum: 10_000, maximum: 5_000_000, hint: '10,000–5,000,000' },
  delay_ms: { minimum: 1, maximum: 1_000, hint: '1–1,000 ms' },
  repeats: { minimum: 1, maximum: 20, hint: '1–20; interval from 6' },
};

/** In the order of the page. */
export const defaults = { task: 'cpu', n: '200000', delay_ms: '50', workers: '4', build: 'all', repeats: '6' };

const choices = { task: ['cpu', 'io'], build: ['all', 'gil', 'ft'] };

/** Which fields count for a task: the other task's size is not sent, since the API refuses it. */
export const fieldsFor = (task) => ['task', 'workers', task === 'io' ? 'delay_ms' : 'n', 'build', 'repeats'];

/** Digits, with "200 000" and Python's "200_000" allowed; else null. */
export function parseWholeNumber(text) {
  const digits = String(text).trim().replace(/(?<=\d)[ _\u202f\u00a0](?=\d)/g, '');
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null;
}

function problemOfNumber(name, text) {
  const { minimum, maximum } = limits[name];
  const value = parseWholeNumber(text);
  const fits = value !== null && value >= minimum && value <= maximum;
  return fits ? null : `Whole number, ${formatInteger(minimum)}–${formatInteger(maximum)}`;
}

function problemOf(name, text) {
  if (name in limits) return problemOfNumber(name, text);
  return choices[name].includes(text) ? null : `One of ${choices[name].join(', ')}`;
}

/** `values`: field -> text. Either a query (field -> text) or every problem at once (field -> what is wrong). */
export function validate(values) {
  const names = fieldsFor(values.task);
  const problems = {};
  for (const name of names) {
    const problem = problemOf(name, values[name]);
    if (problem) problems[name] = problem;
  }
  if (Object.keys(problems).length > 0) return { query: null, problems };
  const normal = (name) => (name in limits ? String(parseWholeNumber(values[name])) : values[name]);
  return { query: Object.fromEntries(names.map((name) => [name, normal(name)])), problems };
}

/**
 * The default number of workers on a machine: no more than can run at the same time, since more only take turns and
 * aren't pinned; no more than the API's default either, which keeps a run short.
 */
export function fittingWorkers(usableCores) {
  if (!Number.isFinite(usableCores)) return null;
  return String(Math.min(Number(defaults.workers), Math.max(2, Math.floor(usableCores))));
}
