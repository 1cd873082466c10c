// The command of the Kubernetes job, in containers that know the server by its name in a network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, it } from 'node:test';

import { api, get, image, root, Stack, tryDocker } from './support.mjs';

const stack = new Stack('tests/compose/named-server.yaml');
before(() => stack.up('api'));
after(() => stack.down('-v'));

/** What the job's container runs. */
function jobCommand() {
  const text = readFileSync(path.join(root, 'deploy/kubernetes/survey-job.yaml'), 'utf8');
  return /args:\n\s+- (.*)/.exec(text)[1];
}

const runJob = (command) => tryDocker('run', '--rm', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--network',
  `${process.env.COMPOSE_PROJECT_NAME}_default`, '--entrypoint', 'tini', image, '-g', '--', 'sh', '-c', command);

it('sends each result to the server', async () => {
  const command = jobCommand().replace('--budget 60s', '--blocks 1 -p n=20000');
  assert.match(command, /--blocks 1/);
  for (let index = 0; index < 2; ++index) {
    const { status, stderr } = await runJob(command);
    assert.equal(status, 0, stderr);
  }
  const { runs } = (await get(api, '/api/runs')).json;
  assert.equal(runs.length, 2);
  assert.ok(runs.every(({ imported, state }) => imported && state === 'done'));
});

it('fails at once, in one sentence, where there is no server', async () => {
  const { status, stderr } = await runJob(jobCommand().replace('gilscope:8000', 'gilscope:1'));
  assert.notEqual(status, 0);
  assert.match(stderr, /^gilscope: http:\/\/gilscope:1\S* does not answer.*\n$/);
});
