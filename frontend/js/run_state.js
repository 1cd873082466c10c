// The life of a benchmark run as the page sees it. Pure: the clock is the caller's.
import { formatElapsed, plural } from './format.js';

export const idle = { name: 'idle' };

/** Which state follows; an event that doesn't fit leaves the state as it is. */
export function next(state, event) {
  const running = state.name === 'running';
  if (event.type === 'start') return running ? state : { name: 'running', since: event.at, query: event.query };
  if (!running) return state;
  const tookMs = event.at - state.since;
  switch (event.type) {
    case 'answer': return { name: 'done', tookMs };
    case 'fail': return { name: 'failed', tookMs, title: event.title };
    case 'cancel': return { name: 'cancelled', tookMs };
    default: return state;
  }
}

/** Nothing here changes by itself while a run lives: the page runs on the cores that are measured. */
export function describe(state, machine = null) {
  switch (state.name) {
    case 'running': return `Measuring: ${planOf(state.query)}. The result comes at the end.`;
    case 'done': return `Done after ${durationOf(state)}.`;
    case 'failed': return `Failed after ${durationOf(state)}: ${state.title}.`;
    case 'cancelled': return `Cancelled after ${durationOf(state)}. Nothing of it was kept.`;
    default: return machine?.quiet === false ? 'Ready, but the machine is not quiet: see “Machine”.' : 'Ready.';
  }
}

const durationOf = ({ tookMs }) => (tookMs < 1_000 ? 'less than 1 s' : formatElapsed(tookMs));

function planOf({ build, repeats }) {
  const builds = { all: 'both builds', gil: 'the GIL build', ft: 'the free-threaded build' }[build];
  const blocks = Number(repeats) === 1 ? 'a quick look of 1 block' : plural(Number(repeats), 'block');
  return `four modes of ${builds}, ${blocks}`;
}
