// Each shipped workload does its work in every mode of both builds, with one result.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { cellsOf, hasFigures, quickReport } from './command.mjs';
import { root } from './support.mjs';

// name -> the smallest parameters, and what run() returns with them
const cases = {
  additions: ['n=10', '45'],
  count_primes: ['n=10000', '1229'],
  float_constant: ['n=10', '5.0'],
  http_roundtrip: ['delay_ms=1', '1'],
  make_containers: ['n=10', '10'],
  regex_backtrack: ['n=4', 'false'],
  sha256: ['mib=1', null],
  shared_dict: ['n=10', '10'],
  shared_floats: ['n=10', '9.5'],
  shared_lock: ['n=10', '5'],
  short_releases: ['n=10', null],
  sleep: ['ms=1', null],
};

describe('shipped workloads', () => {
  it('are all in this table', () => {
    const files = readdirSync(path.join(root, 'backend/workloads')).filter((name) => name.endsWith('.py'));
    assert.deepEqual(files.map((name) => name.slice(0, -3)).sort(), Object.keys(cases).sort());
  });

  for (const [name, [parameter, value]] of Object.entries(cases)) {
    it(`${name} returns the same from every mode of both builds`, async () => {
      const { report } = await quickReport(name, '-p', parameter);
      assert.equal(report.cells.length, 8);
      for (const cell of report.cells) assert.ok(hasFigures(cell), `${cell.interpreter} ${cell.mode}`);
      const values = new Set(report.cells.map(({ checksum }) => checksum));
      assert.equal(values.size, 1);
      if (value !== null) assert.ok(values.has(value), [...values].join());
      assert.equal(cellsOf(report, { build: 'ft' }).some(({ gil_enabled }) => gil_enabled), false);
    });
  }
});
