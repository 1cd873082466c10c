// The life of a run: from events, in whatever order a broken connection leaves them. Pure.
import * as say from './format.js';

/** `resource`: the run as the API has it; `progress`, `partial`: the newest; `lost`: no contact. */
export const none = { resource: null, progress: null, partial: null, lost: false };

export const isLive = (resource) => resource?.state === 'queued' || resource?.state === 'running';

/** What comes late or belongs to another run leaves the state as it is. */
export function next(state, { type, data }) {
	if (type === 'resource' || ((type === 'state' || type === 'end') && data.id === state.resource?.id)) return withResource(state, data);
	if (!isLive(state.resource)) return state;
	if (type === 'lost') return { ...state, lost: true };
	return type === 'progress' || type === 'partial' ? { ...state, lost: false, [type]: data } : state;
}

function withResource(state, resource) {
	const before = state.resource?.id === resource.id ? state : none;
	// A run that is over stays over, and a report that was there stays there.
	if (before.resource && !isLive(before.resource) && isLive(resource)) return state;
	return {
		resource: { ...resource, report: resource.report ?? before.resource?.report ?? null },
		progress: isLive(resource) ? resource.progress ?? before.progress : null,
		partial: before.partial,
		lost: false,
	};
}

/** What is going on. `machine`: the header's facts, for a warning before a run. */
export function describe({ resource, progress, lost }, machine = null) {
	if (!resource) return machine?.quiet === false ? 'Ready, but the machine is not quiet: see “Machine”.' : 'Ready.';
	if (lost) return 'No contact with the server; it is asked again until it answers.';
	const took = tookText(resource);
	switch (resource.state) {
		case 'queued': return `Waiting its turn${progress?.queue_position > 0 ? `: ${say.plural(progress.queue_position, 'run')} before it` : ''}.`;
		case 'running': return progressText(progress);
		case 'done': return `Done${took}.`;
		case 'cancelled': return `Cancelled${took}.${resource.report ? ' What was measured until then is kept.' : ''}`;
		default: return `Failed${took}: ${resource.failure?.message ?? 'no reason given'}`;
	}
}

function progressText(progress) {
	if (!progress?.phase) return 'Starting.';
	const { phase, workers, block, blocks_expected: blocks, round, rounds } = progress;
	const of = (number, expected, about = '') => say.integer(number) + (expected >= number ? ` of ${about}${say.integer(expected)}` : '');
	return [say.capitalised(say.words(phase)), workers > 0 && say.plural(workers, 'worker'), block > 0 && `block ${of(block, blocks, 'about ')}`,
		round > 0 && `round ${of(round, rounds)}`].filter(Boolean).join(', ');
}

function tookText({ started_at: from, finished_at: to }) {
	const ms = Date.parse(to) - Date.parse(from);
	if (!Number.isFinite(ms)) return '';
	return ` after ${ms < 1_000 ? 'less than 1 s' : say.elapsed(ms)}`;
}

/** "7 s elapsed · about 12 s left"; empty before there is anything to tell. */
export function timeText({ progress }) {
	const { elapsed_ms: elapsed, remaining_ms: left } = progress ?? {};
	if (!(elapsed > 0)) return '';
	return `${say.elapsed(elapsed)} elapsed${left > 0 ? ` · about ${say.elapsed(left)} left` : ''}`;
}

/** 0..1, or null where it isn't known: never a made-up number. */
export function fractionOf({ resource, progress }) {
	if (isLive(resource)) return progress?.fraction ?? null;
	return resource?.state === 'done' ? 1 : null;
}
