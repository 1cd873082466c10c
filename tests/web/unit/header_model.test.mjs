import assert from 'node:assert/strict';
import { it } from 'node:test';

import { healthTexts, machineTexts } from '../../../frontend/js/header_model.js';

it('the default interpreter and its GIL', () => {
  assert.deepEqual(healthTexts({ status: 'ok', gil_enabled: true, python: '3.13.15' }), { interpreter: 'CPython 3.13.15', gil: 'On' });
  assert.equal(healthTexts({ gil_enabled: false, python: '3.14.0' }).gil, 'Off');
});

it('cores, with where the limit comes from', () => {
  const texts = (more) => machineTexts({ usable_cores: 2, limited_by: 'online cpus', quiet: true, reasons: [], ...more });
  assert.equal(texts({}).cores, '2 (online cpus)');
  assert.equal(texts({ usable_cores: 1.5, limited_by: 'cgroup quota' }).cores, '1.50 (cgroup quota)');
  assert.equal(texts({}).quiet, 'Quiet');
  assert.deepEqual(texts({}).reasons, ['Nothing else uses the cores: fit to measure on.']);
  const noisy = texts({ quiet: false, reasons: ['others used 0.4 cores', 'the machine was slow'] });
  assert.deepEqual([noisy.quiet, noisy.reasons], ['Not quiet', ['Others used 0.4 cores.', 'The machine was slow.']]);
});
