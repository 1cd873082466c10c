// The life of a benchmark run as the page sees it. Pure: the clock is the caller's.
import { formatElapsed, plural } from './format.js';

export const idle = { name: 'idle' };

/** Which state follows; an event that doesn't fit leaves the state as it is. */
export function next(state, event) {
  if (event.type === 'start') return state.name === 'running' ? state : { name: 'running', since: event.at, query: event.query };
  if (state.name !== 'running') return state;
  const tookMs = event.at - state.since;
  const query = state.query;
  switch (event.type) {
    case 'answer': return { name: 'done', tookMs, query };
    case 'fail': return { name: 'failed', tookMs, query, title: event.title };
    case 'cancel': return { name: 'cancelled', tookMs, query };
    default: return state;
  }
}

/** Nothing here changes by itself while a run lives: the page runs on the cores that are measured. */
export function describe(state) {
  switch (state.name) {
    case 'running': return `Measuring: ${planOf(state.query)}. The result comes at the end.`;
    case 'done': return `Done after ${formatElapsed(state.tookMs)}.`;
    case 'failed': return `No result after ${formatElapsed(state.tookMs)}: ${state.title}.`;
    case 'cancelled': return `Cancelled after ${formatElapsed(state.tookMs)}. Nothing of it was kept.`;
    default: return 'Ready.';
  }
}

function planOf({ build, repeats }) {
  const builds = { all: 'both builds', gil: 'the GIL build', ft: 'the free-threaded build' }[build];
  const blocks = Number(repeats) === 1 ? 'a quick look of 1 block' : plural(Number(repeats), 'block');
  return `four modes of ${builds}, ${blocks}`;
}
