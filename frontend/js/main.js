// Puts the page together; each section gets what it needs from here.
import { createClient } from './api.js';
import { createBenchCard } from './bench_card.js';
import { createHeaderStrip } from './header_strip.js';
import { createRunsCard } from './runs_card.js';
import { createTasksCard } from './tasks_card.js';
import { createTrafficCard } from './traffic_card.js';
import { createTrafficLog } from './traffic_log.js';
import { createWire } from './wire.js';

// A page just drawn is the busiest program of the machine: asked at once, that is "not quiet".
const settleMs = 1_000;
const askEveryMs = 15_000;

const section = (id) => document.getElementById(id);
let showTraffic = () => {};
const log = createTrafficLog({ onChange: () => showTraffic() });
const wire = createWire({ log });

/** `gilscope web` names an API elsewhere. */
const { api = '', apis } = await wire.send('GET', 'config.json').then(({ text }) => JSON.parse(text)).catch(() => ({}));
const base = apis ? (await import('./stack_switch.js')).showStacks(apis) : api;
const client = createClient({ base, wire, onContact: (reached) => header.showConnection(reached) });

const remember = (id) => history.replaceState(null, '', id ? `#run=${id}` : location.href.split('#')[0]);
const remembered = () => /^#run=([0-9a-f-]{36})$/.exec(location.hash)?.[1];

const bench = createBenchCard(section('bench'), {
	client,
	onRun: (resource) => runs.learn(resource),
	onOpen: (id) => {
		remember(id);
		runs.redraw();
	},
	onIdle: () => setTimeout(header.refreshMachine, settleMs),
});
const runs = createRunsCard(section('runs'), {
	client,
	open: bench.open,
	shownId: bench.shownId,
	onList: bench.noticeRuns,
	onDeleted: (id) => bench.forget(id) && remember(null),
});
const header = createHeaderStrip(section('strip'), {
	client, mayMeasure: () => !bench.isMeasuring(), onMachine: bench.machineKnown,
});
showTraffic = createTrafficCard(section('traffic'), { log, client, isMeasuring: bench.isMeasuring });
const tasks = createTasksCard(section('tasks'), { client });

/** A reload shows what was shown; otherwise what lives, or the newest run with a result. */
async function openFirstRun() {
	if (remembered()) await bench.open(remembered()).catch(() => remember(null));
	await runs.reload();
	if (!bench.shownId() && runs.newestDone()) await bench.open(runs.newestDone()).catch(() => {});
}

/** The truth may have changed without this page: not asked during a measurement. */
function askWhileIdle() {
	if (document.hidden || bench.isMeasuring()) return;
	header.refreshHealth();
	bench.load();
	runs.reload();
}

header.refreshHealth();
tasks.load();
bench.load();
openFirstRun();
setTimeout(header.refreshMachine, settleMs);
setInterval(askWhileIdle, askEveryMs);
document.addEventListener('visibilitychange', askWhileIdle);
window.addEventListener('hashchange', () => remembered() && bench.open(remembered(), { focus: true }).catch(() => {}));
