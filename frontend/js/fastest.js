// Which mode of a build is fastest, and whether that is certain. Pure. No statistics of its own: it compares the
// intervals that the server gives, and never goes beyond the server's verdict.
import { formatEstimate, formatTimes, hasInterval, listed } from './format.js';

const overlap = (a, b) => a.low <= b.high && b.low <= a.high;

function describeWinner(first, second) {
  const next = second ? ` Next: ${second.mode}, ${formatEstimate(second.speedup)}.` : '';
  const isBaseline = first.mode === 'sequential';
  const gain = isBaseline ? ': no pool gains anything here' : `, ${formatEstimate(first.speedup)} of sequential`;
  return `Fastest: ${first.mode}${gain}.${next}`;
}

const undecided = (sentence) => ({ mode: null, sentence });

/**
 * `cells`: a build's cells of the answer; `verdict`: that build's. `mode` is the fastest one, or null where the
 * figures don't tell; `sentence` says which and how sure that is.
 */
export function fastestOf(cells, verdict) {
  const ranked = cells.filter((cell) => cell.speedup).sort((a, b) => b.speedup.value - a.speedup.value);
  if (ranked.length < 2) return undecided('Fastest: not decided. Fewer than two modes were measured.');
  if (!ranked.every((cell) => hasInterval(cell.speedup))) {
    return undecided('Fastest: not decided. No interval: fewer than 6 blocks.');
  }
  const [first, second] = ranked;
  const close = ranked.filter((cell) => overlap(cell.speedup, first.speedup));
  if (close.length > 1) {
    const names = listed(close.map((cell) => `${cell.mode} (${formatTimes(cell.speedup.value)})`));
    return undecided(`Fastest: not decided. The intervals of ${names} overlap.`);
  }
  // The server knows more: times that overlap, a disturbed machine, rounds too short to rank.
  if (verdict?.fastest !== first.mode) return undecided('Fastest: not decided. These figures carry no ranking.');
  return { mode: first.mode, sentence: describeWinner(first, second) };
}
