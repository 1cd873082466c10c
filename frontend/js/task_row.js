// One task, edited in place. A change is sent when the field is left.
import { button, h, refill, setText, table } from './dom.js';
import { textOf } from './failure.js';
import { contentOf, differences, editable, etagOf, labelOf, priorities, statuses } from './task_model.js';

/** `onGone(task)` when it isn't there any more, `onUndone(task)` with the one that took its place. */
export function createTaskRow(task, { client, announce, onGone, onUndone }) {
	const problemId = `problem-${task.id}`;
	const shared = (field) => ({ 'data-field': field, 'aria-label': labelOf(field), 'aria-describedby': problemId, onchange: () => save(field) });
	const choice = (field, values) => h('select', shared(field), values.map((value) => h('option', { value }, labelOf(value))));
	const controls = {
		status: choice('status', statuses),
		title: h('input.flat', { ...shared('title'), autocomplete: 'off' }),
		priority: choice('priority', priorities),
		description: h('textarea.flat', { ...shared('description'), rows: 1, placeholder: 'No description' }),
	};
	const problem = h('p.hint', { id: problemId, role: 'alert' });
	const conflict = h('div.conflict', { role: 'alert' });
	const remove = button('×', deleteTask, { class: 'icon', title: 'Delete' });
	const root = h('li.task', { 'data-task': task.id, onkeydown }, Object.values(controls), remove, problem, conflict);
	const values = () => Object.fromEntries(editable.map((field) => [field, controls[field].value]));
	const picked = (differing) => Object.fromEntries(differing.map(({ field, mine }) => [field, mine]));
	let waiting = Promise.resolve();
	let wrong = null;

	/** `mine`: what is typed and not saved yet, which stays. */
	function show(newer, mine = {}) {
		task = newer;
		for (const field of editable) controls[field].value = mine[field] ?? task[field];
		Object.assign(root.dataset, { status: task.status, priority: task.priority });
		remove.setAttribute('aria-label', `Delete ${task.title}`);
	}

	function tell(field, text) {
		wrong = field;
		setText(problem, text);
		for (const [name, control] of Object.entries(controls)) control.setAttribute('aria-invalid', name === field);
	}

	/** One after the other: each needs the ETag that the one before it has left. */
	function save(field) {
		waiting = waiting.then(() => {
			const { value } = controls[field];
			if (conflict.hasChildNodes()) return undefined;
			return value === task[field] ? tell(null, '') : send({ [field]: value }, field);
		});
	}

	async function send(changes, field = null) {
		try {
			const changed = await client.changeTask(task.id, changes, etagOf(task));
			refill(conflict);
			if (!wrong || wrong in changes) tell(null, '');
			const typed = differences(values(), task).filter(({ field: name, mine }) => changes[name] !== mine);
			show(changed, picked(typed));
			announce(`Saved: ${changed.title}.`);
		} catch (error) {
			await failed(error, field);
		}
	}

	async function failed(error, field) {
		if (error.name !== 'ApiError') throw error;
		if (error.status === 404) return leave(`“${task.title}” had been deleted already.`);
		if (error.status === 412) return showConflict();
		const [name, text] = Object.entries(error.details ?? {}).find(([known]) => known in controls) ?? [field, textOf(error).sentences.join(' ')];
		return tell(name, text);
	}

	/** Both versions; nothing is lost before the reader has chosen. */
	async function showConflict() {
		const theirs = await client.task(task.id).catch((error) => failed(error, null));
		if (!theirs) return;
		const differing = differences(values(), theirs);
		const settle = (changes) => {
			show(theirs, changes);
			tell(null, '');
			refill(conflict);
			controls.title.focus();
			if (Object.keys(changes).length > 0) send(changes);
		};
		if (differing.length === 0) return settle({});
		const mine = button('Save mine', () => settle(picked(differing)));
		refill(conflict, h('p', 'Somebody else changed this task meanwhile.'),
			table('Both versions', ['Field', 'Yours', 'On the server'], differing.map((each) => [labelOf(each.field), each.mine, each.theirs])),
			mine, button('Take the server’s', () => settle({})));
		mine.focus();
	}

	/** The row's place tells what became of it, and offers the way back. */
	function leave(text) {
		const back = button('Undo', undo, { class: 'small' });
		root.className = 'task task-gone';
		refill(root, h('span', text), back, problem);
		back.focus();
		announce(text);
		onGone(task);
	}

	async function deleteTask() {
		try {
			await waiting; // what was typed just before
			await client.deleteTask(task.id, etagOf(task));
			leave(`Deleted “${task.title}”.`);
		} catch (error) {
			await failed(error, null);
		}
	}

	async function undo() {
		try {
			const restored = await client.createTask(contentOf(task));
			root.remove();
			onUndone(restored);
		} catch (error) {
			setText(problem, textOf(error).sentences.join(' '));
		}
	}

	function onkeydown({ key, target }) {
		const { field } = target.dataset;
		if (key === 'Enter' && field === 'title') save(field);
		if (key !== 'Escape' || !field) return;
		target.value = task[field];
		tell(null, '');
	}

	show(task);
	return { root, id: task.id, focus: () => controls.title.focus() };
}
