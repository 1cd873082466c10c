// The benchmark card: a form, one run at a time, its result. What it knows about the page comes from outside.
import { modelOf, summaryOf } from './bench_model.js';
import { element, setText } from './dom.js';
import { explain } from './failure.js';
import { fittingWorkers, validate } from './form.js';
import { createFormView } from './form_view.js';
import { formatElapsed } from './format.js';
import { drawResult } from './result_view.js';
import { describe, idle, next } from './run_state.js';

/** `onRunning(boolean)` is told when a run begins and ends: nothing else may use the cores meanwhile. */
export function createBenchCard(root, { client, onRunning }) {
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const form = part('form');
  const formView = createFormView(form);
  let state = idle;
  let abort = null;
  let clock = null;
  let machine = null;
  let resultTitle = 'Result';

  function move(event) {
    const before = state;
    state = next(state, { at: performance.now(), ...event });
    if (state === before) return;
    showState();
    if ((before.name === 'running') !== (state.name === 'running')) onRunning(state.name === 'running');
  }

  function showState() {
    const running = state.name === 'running';
    root.dataset.state = state.name;
    // Not `disabled`: that would take the focus from the button that was just pressed.
    part('run').setAttribute('aria-disabled', String(running));
    part('cancel').setAttribute('aria-disabled', String(!running));
    setText(part('status'), describe(state, machine));
    setText(part('result-heading'), resultTitle);
    clearInterval(clock);
    showElapsed();
    if (running) clock = setInterval(showElapsed, 1_000);
  }

  function showElapsed() {
    setText(part('elapsed'), state.name === 'running' ? formatElapsed(performance.now() - state.since) : '');
  }

  async function run() {
    if (state.name === 'running') return;
    const { query, problems } = validate(formView.values());
    formView.showProblems(problems);
    showMessage(part('message'), null);
    setText(part('announcement'), '');
    if (!query) return;
    abort = new AbortController();
    // What is still on screen is of another run from now on, whatever becomes of this one.
    if (part('result').childElementCount > 0) resultTitle = 'Previous result';
    move({ type: 'start', query });
    try {
      show(await client.benchmark(query, abort.signal), 'Result');
      move({ type: 'answer' });
    } catch (error) {
      fail(error);
    }
  }

  function show(answer, title) {
    resultTitle = title;
    const model = modelOf(answer);
    drawResult(part('result'), model);
    part('empty').hidden = true;
    setText(part('announcement'), summaryOf(model));
  }

  function fail(error) {
    if (error.name === 'AbortError') return move({ type: 'cancel' });
    // Something of ours: it belongs in the console, and the run must not hang for ever.
    if (error.name !== 'ApiError') {
      move({ type: 'fail', title: 'the page could not show it' });
      throw error;
    }
    const { fields, text, measured } = explain(error);
    formView.showProblems(fields);
    showMessage(part('message'), text);
    if (measured) show(measured, 'What was measured in time');
    else setText(part('announcement'), text?.sentences.join(' ') ?? '');
    return move({ type: 'fail', title: text?.title ?? 'see the marked fields' });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    run();
  });
  part('cancel').addEventListener('click', () => abort?.abort());
  showState();

  return {
    isRunning: () => state.name === 'running',
    machineKnown(facts) {
      machine = facts;
      formView.suggest('workers', fittingWorkers(machine.usable_cores));
      if (state === idle) showState();
    },
  };
}

function showMessage(box, text) {
  box.hidden = text === null;
  if (!text) return box.replaceChildren();
  const evidence = text.evidence ? element('pre', { tabindex: 0, role: 'region', 'aria-label': 'Details' }, text.evidence) : null;
  return box.replaceChildren(element('h3', {}, text.title), ...text.sentences.map((sentence) => element('p', {}, sentence)),
    ...[evidence].filter(Boolean));
}
