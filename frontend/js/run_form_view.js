// The elements of a run's form, with a field for each parameter of the workload.
import { h, partsOf, refill } from './dom.js';
import { showProblems, submit } from './fields.js';
import { experiments, rangeText } from './run_form.js';

const fixedHints = { budget_s: 'About 60 s', blocks: 'Intervals from 6' };

export function createRunFormView(form) {
	const controls = form.elements;
	const chosen = (name) => [...form.querySelectorAll(`[name="${name}"]:checked`)].map(({ value }) => value);
	let workloads = [];
	let cores = 2;
	let workersEdited = false;

	const workload = () => workloads.find(({ name }) => name === controls.workload.value);
	const experiment = () => experiments[controls.experiment.value];

	function hintOf(name) {
		if (name === 'workers') return experiment().hint;
		if (name === 'workload') return workload()?.title ?? '';
		const parameter = workload()?.parameters.find((each) => each.name === name);
		return parameter ? rangeText(parameter) : fixedHints[name] ?? '';
	}

	const show = (problems) => showProblems(form, problems, hintOf);

	function suggestWorkers() {
		if (!workersEdited) controls.workers.value = experiment().suggest(cores);
	}

	function showParameters() {
		refill(partsOf(form)('parameters'), workload()?.parameters.map(parameterField));
		show();
	}

	form.oninput = ({ target: { name } }) => {
		if (name === 'workers' || name === 'experiment') workersEdited = name === 'workers';
		suggestWorkers();
		if (name === 'workload') showParameters();
		else show();
	};
	show();

	return {
		workload,
		values: () => ({
			experiment: controls.experiment.value,
			parameters: Object.fromEntries((workload()?.parameters ?? []).map(({ name }) => [name, controls[`p-${name}`].value])),
			workers: controls.workers.value,
			modes: chosen('modes'),
			builds: chosen('builds'),
			budget_s: controls.budget_s.value,
			blocks: controls.blocks.value,
		}),
		setWorkloads(list) {
			const before = controls.workload.value || 'count_primes';
			workloads = list;
			refill(controls.workload, list.map(({ name, problem }) =>
				h('option', { value: name, disabled: Boolean(problem), selected: name === before }, problem ? `${name}: broken` : name)));
			showParameters();
		},
		/** Builds that aren't there can't be chosen. */
		setBuilds(available) {
			for (const box of controls.builds) {
				box.disabled = !available.includes(box.value);
				box.checked &&= !box.disabled;
			}
		},
		setCores(count) {
			cores = count;
			suggestWorkers();
		},
		submit: (box, work) => submit(form, box, work, hintOf),
	};
}

function parameterField({ name, default: value }) {
	const id = `p-${name}`;
	const shared = { id, name: id };
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const control = typeof value === 'boolean'
		? h('select', shared, [true, false].map((each) => h('option', { value: String(each), selected: each === value }, each ? 'yes' : 'no')))
		: h('input', { ...shared, value: text, autocomplete: 'off' });
	return h('div.field', { 'data-field': name }, h('label', { for: id }, name), control, h('p.hint'));
}
