// The tasks console: a list, and a form above it.
import { h, partsOf, put, refill, setText } from './dom.js';
import { showProblems, submit } from './fields.js';
import * as say from './format.js';
import { attempt } from './message.js';
import { createTaskRow } from './task_row.js';
import { isShown } from './task_model.js';

const pageSize = 50;

export function createTasksCard(root, { client }) {
	const part = partsOf(root);
	const form = part('form');
	const list = part('list');
	let rows = [];
	let status = null;
	let newestCall = 0;

	const announce = (text) => setText(part('count'), text);
	const note = (text) => refill(list, h('li.note', text));

	// A task that the filter would hide now stays until the next loading.
	const rowOf = (task) => createTaskRow(task, {
		client,
		announce,
		onGone: ({ id }) => (rows = rows.filter((row) => row.id !== id)),
		onUndone: (restored) => {
			prepend(restored).focus();
			announce(`“${restored.title}” is back.`);
		},
	});

	function prepend(task) {
		const row = rowOf(task);
		list.querySelector('.note')?.remove();
		rows.unshift(row);
		list.prepend(row.root);
		return row;
	}

	/** `older`: behind what is shown. An empty list would claim that there are no tasks. */
	async function load(older = false) {
		newestCall += 1;
		const call = newestCall;
		const cursor = older ? rows.at(-1)?.id : null;
		const loaded = await attempt(part('message'), async () => {
			const { tasks } = await client.tasks({ status, limit: pageSize, cursor });
			if (call === newestCall) show(tasks, older);
		}, () => load(older));
		if (loaded || call !== newestCall) return;
		if (!older) {
			rows = [];
			note('Not known: the tasks could not be loaded.');
		}
		announce('Not loaded.');
	}

	function show(tasks, older) {
		if (!older) rows = refill(list) && [];
		const fresh = tasks.filter(({ id }) => rows.every((row) => row.id !== id)).map(rowOf);
		put(list, fresh.map((row) => row.root));
		rows.push(...fresh);
		part('more').hidden = tasks.length < pageSize;
		if (rows.length === 0) note(status ? 'No task has this status.' : 'No tasks yet.');
		announce(`${say.plural(rows.length, 'task')}${tasks.length < pageSize ? '' : ' shown, there are more'}`);
	}

	async function create() {
		const { title, description, priority } = form.elements;
		const task = await client.createTask({ title: title.value, description: description.value, priority: priority.value });
		form.reset();
		title.focus();
		const shown = isShown(task, status);
		if (rows.length === 0) await load(); // perhaps there are others
		else if (shown) prepend(task);
		announce(`Added: ${task.title}.${shown ? '' : ' The filter hides it.'}`);
	}

	form.onsubmit = (event) => {
		event.preventDefault();
		submit(form, part('message'), create);
	};
	form.oninput = () => showProblems(form);
	part('filter').onchange = ({ target }) => {
		status = target.value || null;
		load();
	};
	part('reload').onclick = () => load();
	part('more').onclick = () => load(true);
	showProblems(form);
	return { load };
}
