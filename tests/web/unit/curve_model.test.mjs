import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { closest, curvesOf, frameOf, kinds, valuesAt } from '../../../frontend/js/curve_model.js';
import { sweepReport } from './answers.mjs';

const { cells, machine_parallelism } = sweepReport();

describe('curves', () => {
  it('are one for each mode and build, in a fixed order, by rising workers', () => {
    const { series, xs } = curvesOf({ cells: [...cells].reverse() }, 'speedup');
    assert.deepEqual(xs, [1, 2, 4]);
    assert.deepEqual(series.map(({ label }) => label), [
      'sequential, 3.13 (GIL)', 'threads, 3.13 (GIL)', 'interpreters, 3.13 (GIL)', 'processes, 3.13 (GIL)',
      'sequential, 3.13t (free-threaded)', 'threads, 3.13t (free-threaded)', 'interpreters, 3.13t (free-threaded)',
    ]);
    for (const { points } of series) assert.deepEqual(points.map(({ x }) => x), [1, 2, 4]);
  });

  it('leave out what has no value', () => {
    const holes = cells.map((cell) => (cell.workers === 2 && cell.mode === 'threads' ? { ...cell, speedup: null, share_of_machine: null } : cell));
    for (const kind of ['speedup', 'efficiency']) {
      const { series } = curvesOf({ cells: holes }, kind);
      assert.deepEqual(series.find(({ mode }) => mode === 'threads').points.map(({ x }) => x), [1, 4], kind);
    }
    assert.deepEqual(curvesOf({}, 'time'), { series: [], xs: [] });
  });
});

it('speedups have the machine’s own beside them, times are those of a call', () => {
  const kindsWithMachine = Object.keys(kinds).filter((kind) => curvesOf({ cells, machine_parallelism }, kind).series.some(({ key }) => key === 'machine'));
  assert.deepEqual(kindsWithMachine, ['speedup']);
  const twice = cells.map((cell) => ({ ...cell, calls_per_worker: 2 }));
  const [{ points: [point] }] = curvesOf({ cells: twice }, 'time').series;
  assert.deepEqual(point, { x: 1, value: 200, low: 199, high: 201 });
});

describe('the frame', () => {
  it('holds all points and their intervals, and begins at 0', () => {
    for (const kind of Object.keys(kinds)) {
      const { series, xs } = curvesOf({ cells, machine_parallelism }, kind);
      const frame = frameOf(series, xs);
      assert.deepEqual([frame.x(1), frame.x(2), frame.x(4), frame.y(0)], [0, 50, 100, 100]);
      for (const { points } of series) for (const { value, high } of points) assert.ok(frame.y(high ?? value) >= 0, kind);
      assert.ok(frame.ticks.length >= 3 && frame.ticks.length <= 8, `${frame.ticks}`);
    }
  });

  it('stands even without anything to hold, or with one number of workers', () => {
    assert.ok(Number.isFinite(frameOf([], []).y(1)));
    assert.equal(frameOf([], [4]).x(4), 0);
  });
});

it('the cursor goes to the closest number of workers and tells all series', () => {
  const { series, xs } = curvesOf({ cells }, 'speedup');
  const frame = frameOf(series, xs);
  assert.deepEqual([-5, 20, 30, 80, 200].map((place) => closest(xs, frame, place)), [1, 1, 2, 4, 4]);
  const values = valuesAt(series, 2, 'speedup');
  assert.equal(values.length, 7);
  assert.deepEqual(values[2], { label: 'interpreters, 3.13 (GIL)', text: '1.93× [1.87×–1.99×]' });
  assert.equal(valuesAt(series, 3, 'speedup')[0].text, '–');
});

it('a short time is not shown as none', () => {
  assert.deepEqual([0, 0.000123, 0.0567, 2.5, 9.96, 12.6, 1234].map(kinds.time.show),
    ['0 ms', '0.00012 ms', '0.057 ms', '2.5 ms', '10 ms', '13 ms', '1,234 ms']);
});
