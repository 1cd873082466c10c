// What the header strip says. Pure.
import { formatCoreCount } from './format.js';

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export function connectionText(reached) {
  if (reached === null) return 'Connecting';
  return reached ? 'Connected' : 'Not reachable';
}

export const interpreterText = (health) => `CPython ${health.python}`;
export const gilText = (health) => (health.gil_enabled ? 'On' : 'Off');

/** "2 (online cpus)": where the limit comes from matters as much as the number. */
export function coresText(machine) {
  return `${formatCoreCount(machine.usable_cores)} (${machine.limited_by})`;
}

export function quietText(machine) {
  return machine.quiet ? 'Quiet' : 'Not quiet';
}

export function quietReasons(machine) {
  if (machine.quiet) return ['Nothing else uses the cores: fit to measure on.'];
  return machine.reasons.map((reason) => `${capitalised(reason)}.`);
}
