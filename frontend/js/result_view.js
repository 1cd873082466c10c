// Draws a benchmark's result: its facts, its warnings, and a panel for each build.
import { drawChart } from './chart.js';
import { element } from './dom.js';
import { formatEvidence, formatName } from './format.js';
import { drawTable } from './result_table.js';

function fact({ name, value, note }) {
  return element('div', { class: 'fact' }, element('dt', {}, name),
    element('dd', {}, element('strong', {}, value), note ? element('span', { class: 'note' }, ` ${note}`) : null));
}

const withStop = (sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

function warningItem({ mode, message, remedy }) {
  return element('li', {}, mode ? element('strong', {}, `${mode}: `) : null, withStop(message), ' ',
    element('span', { class: 'remedy' }, remedy));
}

function warningList(warnings, label) {
  if (warnings.length === 0) return null;
  return element('ul', { class: 'warnings', 'aria-label': label }, warnings.map(warningItem));
}

function evidenceList(evidence) {
  if (evidence.length === 0) return null;
  const entry = (item) => element('div', {},
    element('dt', {}, formatName(item.name)), element('dd', {}, formatEvidence(item)));
  return element('details', { class: 'evidence' },
    element('summary', {}, 'What this rests on'), element('dl', {}, evidence.map(entry)));
}

function verdictBlock({ verdict, fastest }) {
  const ranking = element('p', { class: 'fastest' }, fastest.sentence);
  if (!verdict) return element('div', { class: 'verdict' }, ranking);
  return element('div', { class: 'verdict' },
    element('p', {}, element('span', { class: 'kind' }, formatName(verdict.kind)), ' ', verdict.sentence),
    ranking,
    element('p', { class: 'advice' }, verdict.advice),
    evidenceList(verdict.evidence));
}

function panel(build, model) {
  const kind = element('span', { class: 'build-kind' }, `${build.kind} build · ${build.gil}`);
  const title = element('h4', {}, build.name, ' ', kind);
  const label = `${build.name}, ${build.kind} build`;
  return element('section', { class: 'panel', 'aria-label': label },
    title, verdictBlock(build), drawChart(build, model), drawTable(build),
    warningList(build.warnings, 'Warnings about modes'));
}

/** Replaces what the element holds. */
export function drawResult(container, model) {
  container.replaceChildren(
    element('p', { class: 'result-title' }, model.title),
    element('dl', { class: 'facts' }, model.facts.map(fact)),
    ...[warningList(model.warnings, 'Warnings about the run')].filter(Boolean),
    element('div', { class: 'panels' }, model.builds.map((build) => panel(build, model))));
}
