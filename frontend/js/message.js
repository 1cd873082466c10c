// The box in which a card says what went wrong.
import { button, h, refill } from './dom.js';
import { textOf } from './failure.js';

/** `text`: {title, sentences, evidence?} or null, which hides the box; `retry`: what "Try again" does. */
export function showMessage(box, text, retry = null) {
	box.hidden = !text;
	refill(box, text && [
		h('h3', text.title),
		...text.sentences.map((sentence) => h('p', sentence)),
		text.evidence && h('pre', { tabindex: 0, role: 'region', 'aria-label': 'Details' }, text.evidence),
		retry && button('Try again', retry),
	]);
}

/** Resolves to whether `work` succeeded; what the API refused stands in the box. */
export async function attempt(box, work, retry = null) {
	try {
		await work();
		showMessage(box, null);
		return true;
	} catch (error) {
		if (error.name !== 'ApiError') throw error;
		showMessage(box, textOf(error), retry);
		return false;
	}
}
