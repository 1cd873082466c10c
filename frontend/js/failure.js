// From an error of the API, or from a run's failure, to what the page says about it. Pure.
import * as say from './format.js';

function evidenceOf({ code, details, traceback = details?.traceback }) {
	if (typeof traceback === 'string') return traceback;
	if (code !== 'checksum_mismatch') return null;
	return Object.entries(details ?? {}).map(([who, value]) => `${who}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join('\n');
}

/** Title, sentences and preformatted evidence for a message box. */
export function textOf(error, sentences = [error.message]) {
	const { code, status, retryAfterSeconds: seconds } = error;
	return {
		title: say.capitalised(say.words(code)) + (status ? ` (${status})` : ''),
		sentences: [...sentences, seconds && `Try again in ${seconds} s.`].filter(Boolean),
		evidence: evidenceOf(error),
	};
}

/** `known`: a form's fields. `fields`: field -> problem ("parameters.n" at n); `text`: the rest, or null. */
export function explain(error, known) {
	if (error.code !== 'validation_error') return { fields: {}, text: textOf(error) };
	const entries = Object.entries(error.details ?? {}).map(([name, problem]) => [name.replace(/^parameters\./, ''), String(problem)]);
	const isKnown = ([name]) => known.includes(name);
	const others = entries.filter((entry) => !isKnown(entry)).map(([name, problem]) => `${name} ${problem}`);
	const saysAll = others.length === 0 && entries.length > 0;
	return { fields: Object.fromEntries(entries.filter(isKnown)), text: saysAll ? null : textOf(error, others.length > 0 ? others : undefined) };
}
