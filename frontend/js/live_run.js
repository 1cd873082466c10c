// Follows one run to its end. A GET says the truth; the event stream only says it sooner.
import { createEventParser } from './event_stream.js';
import { isLive, next, none } from './run_state.js';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const longestPauseMs = 4_000;

/** `onChange(state, event)`, for rounds too; `onEnd(state)` once it is over or gone. */
export function createLiveRun({ client, onChange, onEnd, pause = sleep }) {
	let state = none;
	let abort = null;

	function move(type, data) {
		const after = next(state, { type, data });
		if (after === state && type !== 'round') return;
		state = after;
		onChange(state, { type, data });
	}

	const listen = (id, signal) => client.runEvents(id, { signal, onText: createEventParser((event) => move(event.type, event.data)) })
		.catch((error) => error.status === 0 && move('lost'));

	async function follow(resource) {
		leave();
		abort = new AbortController();
		const { signal } = abort;
		move('resource', resource);
		let pauseMs = 250;
		// Null: it is gone. Undefined: neither that nor its figures can be known now.
		let known;
		while (isLive(state.resource) || known === undefined) {
			await listen(resource.id, signal);
			if (signal.aborted) return;
			known = await client.run(resource.id).catch((error) => (error.status === 404 ? null : undefined));
			if (signal.aborted) return;
			if (known === null) break;
			if (known) move('resource', known);
			else move('lost');
			pauseMs = Math.min(longestPauseMs, 2 * pauseMs);
			if (isLive(state.resource) || known === undefined) await pause(pauseMs);
		}
		onEnd(state);
	}

	function leave() {
		abort?.abort();
		state = none;
	}

	return {
		follow,
		leave,
		state: () => state,
		isFollowing: () => isLive(state.resource),
		/** Something else knows better, such as a POST's answer. */
		learn: (resource) => resource.id === state.resource?.id && move('resource', resource),
	};
}
