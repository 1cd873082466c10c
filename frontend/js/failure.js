// From an error of the API to what the page says about it. Pure.

const fieldNames = { task: 'Task', workers: 'Workers', n: 'n', delay_ms: 'Delay', build: 'Builds', repeats: 'Repeats' };

const titles = {
  unreachable: 'The server could not be reached',
  busy: 'The server is busy',
  shutting_down: 'The server is stopping',
  deadline: 'The time allowed was over',
  workload_failed: 'The Python function failed',
  checksum_mismatch: 'The modes disagree about the result',
  validation_error: 'The server refuses these values',
  forbidden_origin: 'This page may not start a benchmark',
};

/** Problems at fields of the form, and those that have no field there. */
function splitProblems(details) {
  const entries = Object.entries(details).map(([name, problem]) => [name, String(problem)]);
  return {
    fields: Object.fromEntries(entries.filter(([name]) => name in fieldNames)),
    others: entries.filter(([name]) => !(name in fieldNames)).map(([name, problem]) => `${name} ${problem}`),
  };
}

function hintOf(error) {
  if (error.code === 'unreachable') return 'Is it still running? Your values are kept: press Run again.';
  if (error.code === 'deadline' && error.details.measured) return 'What was measured until then is shown below.';
  if (error.code === 'deadline') return 'Ask for fewer repeats or less work.';
  if (error.retryAfterSeconds !== null) return `Try again in ${error.retryAfterSeconds} s.`;
  return null;
}

function evidenceOf(error) {
  if (typeof error.details.traceback === 'string') return error.details.traceback;
  if (error.code !== 'checksum_mismatch') return null;
  const say = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(error.details).map(([who, value]) => `${who}: ${say(value)}`).join('\n');
}

/**
 * `fields`: field -> problem, shown there; `text`: title, sentences and preformatted evidence for the message box,
 * or null where the fields say it all; `measured`: an answer to draw nevertheless.
 */
export function explain(error) {
  const isValidation = error.code === 'validation_error';
  const { fields, others } = isValidation ? splitProblems(error.details) : { fields: {}, others: [] };
  const onlyFields = isValidation && others.length === 0 && Object.keys(fields).length > 0;
  const sentences = isValidation && others.length > 0 ? others : [error.message];
  const text = {
    title: titles[error.code] ?? `The server answered ${error.status} (${error.code})`,
    sentences: [...sentences, hintOf(error)].filter(Boolean),
    evidence: evidenceOf(error),
  };
  return { fields, text: onlyFields ? null : text, measured: error.details.measured ?? null };
}
