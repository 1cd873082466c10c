// Puts the page together. Each section of the page is a module that gets what it needs from here.
import { createClient } from './api.js';
import { createBenchCard } from './bench_card.js';
import { createHeaderStrip } from './header_strip.js';

// A page that has just been drawn is itself the busiest program of the machine; asked at once, the machine would
// be called "not quiet" because of us.
const settleMs = 1_000;
const healthEveryMs = 15_000;

const client = createClient({ onContact: (reached) => header.showConnection(reached) });

const header = createHeaderStrip(document.getElementById('strip'), {
  client,
  mayMeasure: () => !bench.isRunning(),
  onMachine: (machine) => bench.machineKnown(machine),
});

const bench = createBenchCard(document.getElementById('bench'), {
  client,
  onRunning: (running) => running || setTimeout(header.refreshMachine, settleMs),
});

function askWhileIdle() {
  if (!document.hidden && !bench.isRunning()) header.refreshHealth();
}

header.refreshHealth();
setTimeout(header.refreshMachine, settleMs);
setInterval(askWhileIdle, healthEveryMs);
document.addEventListener('visibilitychange', askWhileIdle);
