// The bench: a form, the run that lives, and the result of the run that is open.
import { partsOf, setText, throttled } from './dom.js';
import { createLiveRun } from './live_run.js';
import { attempt } from './message.js';
import { createResultPanel } from './result_panel.js';
import { requestOf } from './run_form.js';
import { createRunFormView } from './run_form_view.js';
import { describe, fractionOf, isLive, none, timeText } from './run_state.js';

/** Drawn no more often: the page runs on the cores that are measured. */
const drawEveryMs = 250;

/** `onRun(resource)`: news of it. `onOpen(id)`: its result is shown. `onIdle()`: no run lives any more. */
export function createBenchCard(root, { client, onRun, onOpen, onIdle }) {
	const part = partsOf(root);
	const form = createRunFormView(part('form'));
	const panel = createResultPanel(root, { client });
	const live = createLiveRun({ client, onChange, onEnd });
	let machine = null;
	let isStarting = false;
	let round = null;
	let newestOpen = 0;

	const announce = (text) => setText(part('announcement'), text);

	const drawSoon = throttled(drawEveryMs, () => {
		const { resource, partial } = live.state();
		if (resource?.id === panel.shownId()) panel.show(resource, partial);
	});
	const drawRoundSoon = throttled(drawEveryMs, () => live.isFollowing() && panel.showRound(live.state().resource.id, round));

	function showState(state = live.state()) {
		const isLiving = isLive(state.resource);
		root.dataset.state = isStarting ? 'starting' : state.resource?.state ?? 'idle';
		// Not `disabled`: that would take the focus from it.
		part('run').setAttribute('aria-disabled', isLiving || isStarting);
		part('cancel').setAttribute('aria-disabled', !isLiving);
		const isOther = isLiving || (state.resource && state.resource.id !== panel.shownId());
		setText(part('status'), isStarting ? 'Asking the server.' : (isOther ? `${state.resource.name}: ` : '') + describe(state, machine));
		setText(part('times'), timeText(state));
		const percent = Math.round(100 * (fractionOf(state) ?? 0));
		part('bar').setAttribute('aria-valuenow', percent);
		part('bar').firstElementChild.style.width = `${percent}%`;
	}

	function onChange(state, { type, data }) {
		if (type === 'round') {
			round = data;
			return drawRoundSoon();
		}
		showState(state);
		if (type === 'progress' || type === 'lost') return undefined;
		if (type !== 'partial') onRun(state.resource);
		return isLive(state.resource) ? drawSoon() : undefined; // else onEnd() draws all there is
	}

	function onEnd(state) {
		onIdle();
		if (isLive(state.resource)) {
			// It vanished: a server without a memory was started anew.
			live.leave();
			forget(state.resource.id);
			showState(none);
			announce('The run is not there any more.');
		} else {
			const isShown = panel.shownId() === state.resource.id;
			if (isShown) panel.show(state.resource);
			announce(isShown ? `${describe(state)} ${panel.summary()}` : `${state.resource.name}: ${describe(state)}`);
		}
	}

	function follow(resource) {
		round = null;
		live.follow(resource);
		if (panel.shownId() === null) show(resource);
	}

	function show(resource, partial) {
		panel.show(resource, partial);
		onOpen(resource.id);
		showState();
	}

	async function run() {
		if (live.isFollowing() || isStarting) return;
		isStarting = true;
		showState();
		let resource;
		await form.submit(part('message'), async () => (resource = await client.startRun(requestOf(form.values(), form.workload()))));
		isStarting = false;
		showState();
		if (!resource) return;
		announce(`Started: ${resource.name}.`);
		newestOpen += 1;
		show(resource);
		follow(resource);
	}

	async function cancel() {
		if (!live.isFollowing()) return;
		announce('Cancelling.');
		// 409: it was over before; the stream says so too.
		await attempt(part('message'), () => client.cancelRun(live.state().resource.id).then(live.learn, (error) => {
			if (error.status !== 409) throw error;
		}));
	}

	/** What can be chosen. */
	const load = async () => form.workload() || attempt(part('message'), async () => {
		const [{ workloads }, { interpreters }] = await Promise.all([client.workloads(), client.interpreters()]);
		form.setWorkloads(workloads);
		form.setBuilds(interpreters.filter(({ problem }) => !problem).map(({ build }) => build));
	}, load);

	const forget = (id) => panel.shownId() === id && (panel.clear(), true);

	part('form').onsubmit = (event) => {
		event.preventDefault();
		run();
	};
	part('cancel').onclick = cancel;
	showState();

	return {
		isMeasuring: () => live.isFollowing(),
		shownId: panel.shownId,
		forget,
		machineKnown(facts) {
			machine = facts;
			form.setCores(facts.usable_cores);
			showState();
		},
		load,
		/** Whatever another tab has started is followed too. */
		noticeRuns(runs) {
			const found = runs.find(({ state }) => state === 'running') ?? runs.find(isLive);
			if (found && !live.isFollowing() && !isStarting) follow(found);
		},
		/** Shows that run; `focus` takes the reader there. Throws ApiError. */
		async open(id, { focus = false } = {}) {
			const { resource, partial } = live.state();
			const call = newestOpen += 1;
			if (live.isFollowing() && resource.id === id) show(resource, partial);
			else {
				const known = await client.run(id);
				if (call !== newestOpen) return; // something else was chosen meanwhile
				show(known);
				if (isLive(known) && !live.isFollowing()) follow(known);
			}
			if (focus) part('heading').focus();
		},
	};
}
