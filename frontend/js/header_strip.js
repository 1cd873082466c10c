// The strip on top: is the server there, what does it measure with, and is the machine fit to measure on?
import { element, setText } from './dom.js';
import { connectionText, coresText, gilText, interpreterText, quietReasons, quietText } from './header_model.js';

export function createHeaderStrip(root, { client, mayMeasure, onMachine }) {
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  let asking = false;

  async function refreshHealth() {
    const health = await client.health().catch(() => null);
    if (!health) return;
    setText(part('interpreter'), interpreterText(health));
    setText(part('gil'), gilText(health));
  }

  /** Takes 300 ms of looking at the machine, so never while something is measured. */
  async function refreshMachine() {
    if (asking || !mayMeasure()) return;
    asking = true;
    const machine = await client.machine().catch(() => null);
    asking = false;
    if (!machine) return setText(part('quiet'), 'Unknown');
    showMachine(machine);
    return onMachine(machine);
  }

  function showMachine(machine) {
    setText(part('cores'), coresText(machine));
    setText(part('quiet'), quietText(machine));
    part('quiet').dataset.level = machine.quiet ? 'good' : 'warn';
    part('reasons').replaceChildren(...quietReasons(machine).map((reason) => element('li', {}, reason)));
  }

  part('recheck').addEventListener('click', refreshMachine);
  closeLikeAMenu(part('machine'));

  return {
    refreshHealth,
    refreshMachine,
    showConnection(reached) {
      setText(part('connection'), connectionText(reached));
      part('connection').dataset.level = reached ? 'good' : 'bad';
    },
  };
}

/** An open <details> that floats over the page goes away as a menu does. */
function closeLikeAMenu(details) {
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !details.open) return;
    details.open = false;
    details.querySelector('summary').focus();
  });
  document.addEventListener('click', (event) => {
    if (!details.contains(event.target)) details.open = false;
  });
}
