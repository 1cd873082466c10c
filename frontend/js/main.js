// Puts the page together; each section gets what it needs from here.
import { createClient } from './api.js';
import { createBenchCard } from './bench_card.js';
import { createHeaderStrip } from './header_strip.js';
import { createRunsCard } from './runs_card.js';
import { createTasksCard } from './tasks_card.js';
import { createTrafficCard } from './traffic_card.js';
import { createTrafficLog } from './traffic_log.js';
import { createWire } from './wire.js';

// A page just drawn keeps the machine busy.
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
	onIdle: () => {
		runs.reload(); // first, since the next one may run already
		setTimeout(header.refreshMachine, settleMs);
	},
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

let isOpened = false;

/** What was shown; otherwise what lives, or the newest run with a result. */
async function openFirstRun() {
	if (remembered()) await bench.open(remembered()).catch(({ status }) => status === 404 && remember(null));
	isOpened = await runs.reload();
	if (!bench.shownId() && runs.newestDone()) await bench.open(runs.newestDone()).catch(() => {});
}

/** Not during a measurement. */
function askWhileIdle() {
	if (document.hidden || bench.isMeasuring()) return;
	header.refreshHealth();
	bench.load();
	if (isOpened) runs.reload();
	else openFirstRun();
	setTimeout(header.refreshMachine, settleMs);
}

header.refreshHealth();
tasks.load();
bench.load();
openFirstRun();
setTimeout(header.refreshMachine, settleMs);
setInterval(askWhileIdle, askEveryMs);
document.addEventListener('visibilitychange', askWhileIdle);
window.addEventListener('hashchange', () => remembered() && bench.open(remembered(), { focus: true }).catch(() => {}));
