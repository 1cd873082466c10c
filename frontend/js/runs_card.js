// Past and present runs: opened, renamed, compared, downloaded, deleted, imported.
import { drawComparison } from './comparison_view.js';
import { button, h, keepingPlace, partsOf, refill, saveFile, setText, table } from './dom.js';
import { attempt } from './message.js';
import { isLive } from './run_state.js';
import { fileNameOf, headlinesOf, machineText, stateText, whenText } from './runs_model.js';

const pageSize = 20;
/** Export format -> how a file of it is called. */
const formats = { json: 'json', csv: 'csv', markdown: 'md' };

/** `open(id)` shows a run's result, `shownId()` tells which; `onList(runs)` after each loading. */
export function createRunsCard(root, { client, open, shownId, onList, onDeleted }) {
	const part = partsOf(root);
	const list = part('list');
	let runs = null;
	let isMore = false;

	const announce = (text) => setText(part('announcement'), text);
	const trying = (work, retry) => attempt(part('message'), work, retry);

	async function reload() {
		const size = Math.min(Math.max(pageSize, runs?.length ?? 0), 200);
		const loaded = await trying(async () => {
			({ runs } = await client.runs({ limit: size }));
			isMore = runs.length === size;
			draw();
			onList(runs);
		}, reload);
		// What was loaded before stays; an empty list would be a lie.
		if (!loaded && !runs) refill(list, h('p.note', 'Not known: the runs could not be loaded.'));
		return loaded;
	}

	const loadMore = () => trying(async () => {
		const { runs: older } = await client.runs({ limit: pageSize, cursor: runs.at(-1)?.id });
		isMore = older.length === pageSize;
		runs.push(...older.filter(({ id }) => runs.every((run) => run.id !== id)));
		draw();
	});

	function learn(run) {
		if (!runs) return;
		const at = runs.findIndex(({ id }) => id === run.id);
		if (at < 0) runs.unshift(run);
		else runs[at] = run;
		draw();
	}

	async function rename(run, input) {
		const name = input.value.trim();
		const { defaultValue: before } = input;
		if (name === before) return;
		input.defaultValue = name;
		const worked = await trying(async () => learn(await client.renameRun(run.id, name)));
		if (worked) announce(`Renamed to ${name}.`);
		else input.value = input.defaultValue = before;
	}

	const remove = (run) => trying(async () => {
		await client.deleteRun(run.id).catch((error) => {
			if (error.status !== 404) throw error;
		});
		const at = runs.findIndex(({ id }) => id === run.id);
		if (at >= 0) runs.splice(at, 1);
		onDeleted(run.id);
		draw();
		announce(`Deleted ${run.name}.`);
		(list.querySelectorAll('.open')[Math.min(at, runs.length - 1)] ?? part('reload')).focus();
	});

	const download = (run, format) => trying(async () =>
		saveFile(fileNameOf(run, formats[format]), await client.exportRun(run.id, format), 'application/octet-stream'));

	const compare = (run) => trying(async () => {
		drawComparison(part('comparison'), await client.compareRuns(shownId(), run.id));
		part('comparison').focus();
	});

	const importFile = ({ target }) => trying(async () => {
		const run = await client.importRun(await target.files[0].text());
		learn(run);
		announce(`Imported ${run.name}.`);
		await open(run.id);
	}).finally(() => (target.value = ''));

	function tools(run) {
		const named = (verb, more) => ({ class: 'small', 'aria-label': `${verb} ${run.name}`, 'data-key': `${verb} ${run.id}`, ...more });
		if (isLive(run)) return [button('Cancel', () => trying(async () => learn(await client.cancelRun(run.id))), named('Cancel'))];
		const isAlone = run.id === shownId() || !shownId();
		const onchange = ({ target }) => {
			download(run, target.value);
			target.value = '';
		};
		return [
			button('Compare', () => compare(run), named('Compare the open run with', { disabled: isAlone, title: 'With the run that is open' })),
			h('select', named('Download', { onchange }), h('option', { value: '' }, 'Download'), Object.keys(formats).map((format) => h('option', format))),
			button('Delete', () => remove(run), named('Delete')),
		];
	}

	function row(run) {
		const isShown = run.id === shownId();
		const onchange = ({ target }) => rename(run, target);
		const onkeydown = ({ key, target }) => {
			if (key === 'Escape') target.value = target.defaultValue;
			if (key === 'Enter') rename(run, target);
		};
		const name = h('input.flat', { value: run.name, 'aria-label': 'Name of the run', 'data-key': `name ${run.id}`, onchange, onkeydown });
		const results = headlinesOf(run).map(({ interpreter, result }) => h('div', h('b', interpreter), ` ${result}`));
		const opener = button('Open', () => trying(() => open(run.id, { focus: true })),
			{ class: 'small open', 'aria-label': `Open ${run.name}`, 'aria-current': isShown, 'data-key': `open ${run.id}` });
		return h('tr', { 'data-run': run.id, class: isShown && 'shown' }, h('td', opener),
			h('th.run-name', { scope: 'row' }, name, h('span.note', `${run.experiment} · ${stateText(run)}`)),
			h('td', results), h('td', whenText(run.created_at), h('div.note', machineText(run))), h('td.run-tools', tools(run)));
	}

	/** A name that is being typed is worth more than a fresh list. */
	function draw() {
		const { activeElement: active } = document;
		if (!runs || (list.contains(active) && active.matches('input') && active.value !== active.defaultValue)) return;
		part('more').hidden = !isMore;
		keepingPlace(list, () => refill(list, runs.length > 0
			? table('Runs, newest first', ['', 'Run', 'Result', 'When and where', ''], runs.map(row)) : h('p.note', 'No runs yet.')));
	}

	part('reload').onclick = reload;
	part('more').onclick = loadMore;
	part('import').onclick = () => part('import-file').click();
	part('import-file').onchange = importFile;
	return { reload, learn, redraw: draw, newestDone: () => runs?.find(({ state }) => state === 'done')?.id ?? null };
}
