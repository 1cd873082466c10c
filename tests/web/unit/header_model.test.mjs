import assert from 'node:assert/strict';
import { it } from 'node:test';

import * as header from '../../../frontend/js/header_model.js';

it('the connection is said in words', () => {
  assert.deepEqual([null, true, false].map(header.connectionText), ['Connecting', 'Connected', 'Not reachable']);
});

it('the interpreter and its GIL', () => {
  const health = { status: 'ok', gil_enabled: false, python: '3.13.15' };
  assert.equal(header.interpreterText(health), 'CPython 3.13.15');
  assert.equal(header.gilText(health), 'Off');
  assert.equal(header.gilText({ ...health, gil_enabled: true }), 'On');
});

it('cores, whole or in part, and what limits them', () => {
  assert.equal(header.coresText({ usable_cores: 2, limited_by: 'online cpus' }), '2 (online cpus)');
  assert.equal(header.coresText({ usable_cores: 1.5, limited_by: 'cgroup quota' }), '1.50 (cgroup quota)');
});

it('a machine that is not quiet says why', () => {
  const noisy = { quiet: false, reasons: ['other programs use 1 core', 'the hypervisor takes 3 %'] };
  assert.equal(header.quietText(noisy), 'Not quiet');
  assert.deepEqual(header.quietReasons(noisy), ['Other programs use 1 core.', 'The hypervisor takes 3 %.']);
  assert.equal(header.quietText({ quiet: true, reasons: [] }), 'Quiet');
  assert.equal(header.quietReasons({ quiet: true, reasons: [] }).length, 1);
});
