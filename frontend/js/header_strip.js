// The strip on top: the server, and whether the machine is fit to measure on.
import { h, partsOf, refill, setText } from './dom.js';
import { healthTexts, machineTexts } from './header_model.js';

export function createHeaderStrip(root, { client, mayMeasure, onMachine }) {
	const part = partsOf(root);
	let isAsking = false;

	async function refreshHealth() {
		const health = await client.health().catch(() => null);
		if (!health) return;
		for (const [name, text] of Object.entries(healthTexts(health))) setText(part(name), text);
	}

	/** Takes 300 ms, so never while something is measured. */
	async function refreshMachine() {
		if (isAsking || !mayMeasure()) return undefined;
		isAsking = true;
		const machine = await client.machine().catch(() => null);
		isAsking = false;
		part('quiet').dataset.level = 'none';
		if (!machine) return setText(part('quiet'), 'Unknown');
		const { cores, quiet, reasons } = machineTexts(machine);
		setText(part('cores'), cores);
		setText(part('quiet'), quiet);
		part('quiet').dataset.level = machine.quiet ? 'good' : 'warn';
		refill(part('reasons'), reasons.map((reason) => h('li', reason)));
		return onMachine(machine);
	}

	part('recheck').onclick = refreshMachine;

	return {
		refreshHealth,
		refreshMachine,
		showConnection(reached) {
			setText(part('connection'), reached ? 'Connected' : 'Not reachable');
			part('connection').dataset.level = reached ? 'good' : 'bad';
		},
	};
}
