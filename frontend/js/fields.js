// Problems of a form, each in the place of its field's hint, so that nothing moves.
import { setText } from './dom.js';
import { explain } from './failure.js';
import { showMessage } from './message.js';

let hints = 0;

/** `problems`: field -> what is wrong, the others have their hint; the focus goes to the first. */
export function showProblems(form, problems = {}, hintOf = () => '') {
	for (const field of form.querySelectorAll('[data-field]')) {
		const { field: name } = field.dataset;
		const isBad = name in problems;
		field.classList.toggle('has-problem', isBad);
		const hint = field.querySelector('.hint');
		hint.id ||= `hint-${hints += 1}`;
		setText(hint, isBad ? problems[name] : hintOf(name));
		for (const control of field.querySelectorAll('input, select, textarea')) {
			control.setAttribute('aria-invalid', isBad);
			control.setAttribute('aria-describedby', hint.id);
		}
	}
	form.querySelector('[aria-invalid="true"]:enabled')?.focus();
}

/** What the API refuses is shown at the fields, or in the box where there is no such field. */
export async function submit(form, box, work, hintOf) {
	try {
		await work();
		showProblems(form, {}, hintOf);
		showMessage(box, null);
	} catch (error) {
		if (error.name !== 'ApiError') throw error;
		const { fields, text } = explain(error, [...form.querySelectorAll('[data-field]')].map((field) => field.dataset.field));
		showProblems(form, fields, hintOf);
		showMessage(box, text);
	}
}
