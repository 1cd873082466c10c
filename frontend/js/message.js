// The box in which a card says what went wrong.
import { button, h, refill } from './dom.js';
import { textOf } from './failure.js';

/** `text`: {title, sentences, evidence?} or null, which hides the box; `retry`: what "Try again" does. */
export function showMessage(box, text, retry = null) {
	const key = JSON.stringify(text ?? null);
	const isSame = box.key === key && !box.retry === !retry;
	Object.assign(box, { key, retry });
	if (isSame) return; // said once, and the focus stays on its button
	box.hidden = !text;
	refill(box, text && [
		h('h3', text.title),
		...text.sentences.map((sentence) => h('p', sentence)),
		text.evidence && h('pre', { tabindex: 0, role: 'region', 'aria-label': 'Details' }, text.evidence),
		retry && button('Try again', () => box.retry()),
	]);
}

/** Whether `work` succeeded; what the API refused stands in the box until something like it succeeds. */
export async function attempt(box, work, retry = null) {
	try {
		await work();
		if (!box.retry === !retry) showMessage(box, null);
		return true;
	} catch (error) {
		if (error.name !== 'ApiError') throw error;
		showMessage(box, textOf(error), retry);
		return false;
	}
}
