// Where one run's result is shown: of the live one as it grows, or of a past one.
import { h, partsOf, refill, saveFile, setText } from './dom.js';
import { textOf } from './failure.js';
import { attempt, showMessage } from './message.js';
import { subjectOf, summaryOf } from './report_model.js';
import { drawResult } from './result_view.js';
import { drawRound } from './round_view.js';
import { isLive } from './run_state.js';
import { fileNameOf, machineText, stateText, whenText } from './runs_model.js';

export function createResultPanel(root, { client }) {
	const part = partsOf(root);
	let shown = null;
	let model = null;

	const save = (kind) => attempt(part('message'), async () =>
		saveFile(fileNameOf(shown, `${kind}.svg`), await client.chart(shown.id, kind), 'image/svg+xml'));

	/** What the reader chose of a sweep's curves, and where they are drawn. */
	const curves = { figure: h('figure.curves'), kind: 'speedup', hidden: new Set(), cursor: null, save };

	const notice = (text) => refill(part('result'), h('p.note', text));

	function head(resource) {
		const state = isLive(resource) ? 'so far' : stateText(resource).toLowerCase();
		setText(part('heading'), `${resource.name}: ${state}`);
		const facts = [subjectOf(resource), machineText(resource), whenText(resource.started_at ?? resource.created_at)];
		setText(part('subject'), facts.filter((text) => text !== '–').join(' · '));
	}

	return {
		shownId: () => shown?.id ?? null,
		/** What is to be heard of the result; empty without one. */
		summary: () => (model ? summaryOf(model) : ''),
		/** `partial`: the newest figures of a live run, if there are any. */
		show(resource, partial = null) {
			if (shown?.id !== resource.id) model = null;
			if (shown?.id !== resource.id || !isLive(resource)) {
				part('round').hidden = true;
				if (resource.failure || !part('message').retry) showMessage(part('message'), resource.failure && textOf(resource.failure));
			}
			shown = resource;
			head(resource);
			const report = resource.report ?? (partial && { ...partial, experiment: resource.experiment, workers: resource.request?.workers });
			if (report) model = drawResult(part('result'), report, curves);
			else notice(isLive(resource) ? 'The first figures come at the end of the first block.' : 'There are no figures of this run.');
		},
		showRound(id, round) {
			if (shown?.id !== id) return;
			part('round').hidden = false;
			drawRound(part('round'), round);
		},
		clear() {
			shown = model = null;
			showMessage(part('message'), null);
			setText(part('heading'), 'Result');
			setText(part('subject'), '');
			notice('This run is not there any more.');
		},
	};
}
