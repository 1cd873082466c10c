// The README's walk through the API: every line of it runs, and answers what the README says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { root, startServer } from './support.mjs';

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  await server.stop();
});

/** The commands of the first console block behind that heading, each with the lines it shall print. */
function walk(heading) {
  const section = readFileSync(path.join(root, 'README.md'), 'utf8').split(`\n## ${heading}\n`)[1];
  const block = section.match(/```console\n(.*?)```/s)[1];
  return block.trimEnd().split(/^\$ /m).slice(1).map((text) => {
    const [command, ...expected] = text.trimEnd().split('\n');
    return { command, expected: expected.join('\n') };
  });
}

const pattern = (text) => new RegExp(`^${text.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')}$`);

describe('README, "The API in curl"', () => {
  it('does what it says, line by line', () => {
    const steps = walk('The API in curl');
    assert.ok(steps.length > 10);
    const separator = '\x1e';
    const script = steps
      .map(({ command }) => `${command.replaceAll('localhost:8000', `localhost:${server.port}`)}\nprintf '${separator}'\n`)
      .join('');
    // Not spawn's input: a command that reads standard input would eat the rest.
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    assert.equal(stderr, '');
    const printed = stdout.split(separator).map((text) => text.replaceAll('\r', '').trimEnd());
    steps.forEach(({ command, expected }, i) => assert.match(printed[i], pattern(expected), command));
  });
});
