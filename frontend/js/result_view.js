// Draws a run's result: facts, warnings, and for each build a verdict with its picture.
import { drawChart } from './chart.js';
import { h, keepingPlace, refill } from './dom.js';
import { tableBehind } from './figures.js';
import * as say from './format.js';
import { modelOf } from './report_model.js';

const fact = ({ name, value, note }) => h('div', h('dt', name), h('dd', h('strong', value), note && h('span.note', ` ${note}`)));

const withStop = (sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

const warningList = (warnings, label) => warnings.length > 0 && h('ul.warnings', { 'aria-label': label },
	warnings.map(({ mode, message, remedy }) => h('li', mode && h('strong', `${mode}: `), `${withStop(message)} `, h('span.remedy', remedy))));

const evidenceList = ({ interpreter, evidence }) => evidence.length > 0 && h('details', { 'data-key': `evidence ${interpreter}` },
	h('summary', 'What this rests on'),
	h('dl.facts', evidence.map((item) => fact({ name: say.words(item.name), value: say.evidence(item) }))));

const verdictBlock = ({ verdicts, verdict, fastest }, isSweep) => h('div.verdict',
	verdicts.map(({ kind, sentence }) => h('p', h('span.kind', say.words(kind)), ` ${sentence}`)),
	!isSweep && h('p.fastest', fastest.sentence),
	verdict && [h('p.advice', verdict.advice), evidenceList(verdict)]);

function panel(build, model, isSweep) {
	const label = `${build.name}, ${build.kind} build`;
	const rows = build.rows.map((row) => ({ ...row, name: isSweep ? `${row.mode}, ${row.cell.workers}` : row.mode }));
	return h('section.panel', { 'aria-label': label },
		h('h4', build.name, ' ', h('span.build-kind', `${build.kind} build · ${build.gil}`)),
		verdictBlock(build, isSweep), !isSweep && drawChart(build, model),
		tableBehind(`Figures of ${label}`, isSweep ? 'Mode, workers' : 'Mode', rows),
		warningList(build.warnings, 'Warnings about modes'));
}

const printed = (output) => output && h('details.behind', { 'data-key': 'output' }, h('summary', 'What the function printed'),
	h('pre', { tabindex: 0, role: 'region', 'aria-label': 'Output' }, output));

/** `report`: a whole one, or what is there so far; `curves`: see curve_chart.js. */
export function drawResult(container, report, curves) {
	const model = modelOf(report);
	const isSweep = report.experiment === 'sweep';
	keepingPlace(container, () => refill(container,
		h('dl.facts', model.facts.map(fact)),
		warningList(model.warnings, 'Warnings about the run'),
		!isSweep && h('p.note.scale', 'Bars: speedup over sequential, with its interval.', model.reference && ` Dashed: ${model.reference.meaning}.`),
		isSweep && curves.figure,
		h('div.panels', model.builds.map((build) => panel(build, model, isSweep))),
		printed(model.output)));
	if (isSweep) import('./curve_chart.js').then(({ drawCurves }) => drawCurves(report, curves));
	return model;
}
