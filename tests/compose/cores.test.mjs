// A container with a quota: its cores are the quota, and being held back by it is no sign of a GIL.
import assert from 'node:assert/strict';
import os from 'node:os';
import { describe, it } from 'node:test';

import { image, report, tryDocker } from './support.mjs';

const quickRun = ['run', 'count_primes', '-p', 'n=50000', '--budget', '20s', '--quiet', '--json', '-'];
const cores = os.availableParallelism();

/** What a command prints in a container of its own: JSON. */
async function json(options, command) {
  const { status, stdout, stderr } = await tryDocker('run', '--rm', ...options, image, ...command);
  assert.ok([0, 3, 4].includes(status), stderr);
  return JSON.parse(stdout);
}

for (const namespace of ['host', 'private']) {
  describe(`one core, with the ${namespace} cgroup namespace`, () => {
    const options = ['--cpus', '1', '--cgroupns', namespace];

    it('is what the doctor says', async () => {
      const { machine } = await json(options, ['doctor', '--json']);
      assert.equal(machine.usable_cores, 1);
      assert.match(machine.limited_by, cores > 1 ? /^cgroup v[12] quota$/ : /./);
    });

    it('is what the machine gives, how many workers there are by default, and never blamed on the GIL', async () => {
      const { workers, machine_parallelism: parallelism, verdicts } = await json(options, quickRun);
      assert.equal(workers, 1);
      assert.ok(parallelism.value < 1.2, `${parallelism.value}`);
      assert.deepEqual(verdicts.map(({ kind }) => kind), ['machine_limited', 'machine_limited']);
    });

    it('is not enough for two workers, which the verdict says', async () => {
      const { machine_parallelism: parallelism, verdicts } = await json(options, [...quickRun, '-w', '2']);
      report(`cpus: 1, 2 workers: machine parallelism ${parallelism.value.toFixed(2)}, ${verdicts[0].sentence}`);
      assert.ok(parallelism.value < 1.2, `${parallelism.value}`);
      assert.deepEqual(verdicts.map(({ kind }) => kind), ['machine_limited', 'machine_limited']);
    });
  });
}

describe('without a quota', () => {
  it('all cores of the machine are usable', async () => {
    const { machine } = await json([], ['doctor', '--json']);
    assert.equal(machine.usable_cores, cores);
  });
});
