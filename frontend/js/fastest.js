// Which mode of a build is fastest, and whether that is certain: never beyond the server's intervals and verdict. Pure.
import * as say from './format.js';

const overlap = (a, b) => a.low <= b.high && b.low <= a.high;

function describeWinner(first, second) {
	const gain = first.mode === 'sequential' ? ': no pool gains anything here' : `, ${say.estimate(first.speedup)} of sequential`;
	return `Fastest: ${first.mode}${gain}. Next: ${second.mode}, ${say.estimate(second.speedup)}.`;
}

const undecided = (reason) => ({ mode: null, sentence: `Fastest: not decided. ${reason}` });

/** `mode`, or null where the figures don't tell, and a `sentence` that says how sure. */
export function fastestOf(cells, verdict) {
	const ranked = cells.filter((cell) => cell.speedup).sort((a, b) => b.speedup.value - a.speedup.value);
	if (ranked.length < 2) return undecided('Fewer than two modes have a speedup.');
	if (!ranked.every((cell) => say.hasInterval(cell.speedup))) return undecided('No interval: fewer than 6 blocks.');
	const [first, second] = ranked;
	const close = ranked.filter((cell) => overlap(cell.speedup, first.speedup));
	if (close.length > 1) {
		const names = say.listed(close.map((cell) => `${cell.mode} (${say.times(cell.speedup.value)})`));
		return undecided(`The intervals of ${names} overlap.`);
	}
	// The server knows more: a disturbed machine, rounds too short to rank.
	if (verdict?.fastest !== first.mode) return undecided(verdict ? 'These figures carry no ranking.' : 'No verdict yet.');
	return { mode: first.mode, sentence: describeWinner(first, second) };
}
