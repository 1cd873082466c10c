// The form's elements: reads its values, shows problems at their fields. Hints and problems share one line, so
// that nothing moves.
import { setText } from './dom.js';
import { defaults, fieldsFor, limits } from './form.js';

const named = (form, name) => form.elements.namedItem(name);

/** A group of radio buttons has no element of its own to focus: its checked button stands for it. */
function control(form, name) {
  const found = named(form, name);
  return found instanceof RadioNodeList ? [...found].find((radio) => radio.checked) ?? found[0] : found;
}

export function createFormView(form) {
  const edited = new Set();
  form.addEventListener('input', ({ target }) => {
    edited.add(target.name);
    clearProblem(form, target.name);
    if (target.name === 'task') showSizeOf(form, target.value);
  });
  for (const name of Object.keys(defaults)) clearProblem(form, name);
  showSizeOf(form, named(form, 'task').value);
  return {
    values: () => Object.fromEntries(Object.keys(defaults).map((name) => [name, named(form, name).value])),
    showProblems: (problems) => showProblems(form, problems),
    /** A better default than the page's own; never overwrites what the user typed. */
    suggest(name, value) {
      if (value !== null && !edited.has(name)) named(form, name).value = value;
    },
  };
}

/** Only the size of the chosen task is there; both take the same place. */
function showSizeOf(form, task) {
  const shown = fieldsFor(task);
  for (const name of ['n', 'delay_ms']) form.querySelector(`[data-field="${name}"]`).hidden = !shown.includes(name);
}

function mark(form, name, problem) {
  const field = form.querySelector(`[data-field="${name}"]`);
  field.classList.toggle('has-problem', problem !== null);
  setText(field.querySelector('.hint'), problem ?? limits[name]?.hint ?? '');
  const input = named(form, name);
  if (!(input instanceof RadioNodeList)) input.setAttribute('aria-invalid', String(problem !== null));
}

function clearProblem(form, name) {
  mark(form, name, null);
}

/** Shows these and clears the others; the focus goes to the first bad field. */
function showProblems(form, problems) {
  for (const name of Object.keys(defaults)) mark(form, name, problems[name] ?? null);
  const first = Object.keys(defaults).find((name) => name in problems);
  if (first) control(form, first).focus();
}
