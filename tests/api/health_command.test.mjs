// `gilscope health` as a container engine calls it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';

import { assertOneSentence, endEverything, gilscope, start } from './command.mjs';
import { sleep, startServer } from './support.mjs';

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  await server.stop();
  endEverything();
});

const healthUrl = () => `http://127.0.0.1:${server.port}/api/health`;

describe('one look', () => {
  it('is 0 without a word where a server answers', async () => {
    for (const args of [[healthUrl()], ['--port', `${server.port}`], [`http://127.0.0.1:${server.port}/`]]) {
      const { status, stdout, stderr } = await gilscope('health', ...args);
      assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
    }
  });

  it('takes the port from the server\'s own variable', async () => {
    process.env.GILSCOPE_PORT = `${server.port}`;
    const { status } = await gilscope('health');
    delete process.env.GILSCOPE_PORT;
    assert.equal(status, 0);
  });

  for (const { name, args, pattern } of [
    { name: 'nothing listens', args: () => ['http://127.0.0.1:1/'], pattern: /127\.0\.0\.1:1\/ does not answer/ },
    { name: 'another status', args: () => [`${healthUrl()}y`], pattern: /status 404/ },
  ]) {
    it(`is 1 and a sentence for ${name}`, async () => {
      const { status, stderr } = await gilscope('health', ...args());
      assert.equal(status, 1);
      assertOneSentence(stderr, pattern);
    });
  }

  it('is 2 for what is no address', async () => {
    const { status, stderr } = await gilscope('health', '127.0.0.1');
    assert.equal(status, 2);
    assertOneSentence(stderr, /url: 127\.0\.0\.1 must be an address .*http:\/\//);
  });

  it('is 2 for a time that can\'t be understood', async () => {
    const { status, stderr } = await gilscope('health', healthUrl(), '--hold', 'long');
    assert.equal(status, 2);
    assertOneSentence(stderr, /--hold: long/);
  });
});

describe('a look that holds', () => {
  it('ends at once the first time, then watches, and ends early when the server fails', async () => {
    const other = http.createServer((_, answer) => answer.end()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const hold = ['health', `http://127.0.0.1:${other.address().port}/`, '--hold', '10m'];
    assert.equal((await gilscope(...hold)).status, 0);

    const watching = start(hold);
    assert.equal(await Promise.race([watching.done, sleep(1_000).then(() => 'watches')]), 'watches');
    other.closeAllConnections();
    other.close();
    const { status, stderr } = await watching.done;
    assert.equal(status, 1);
    assertOneSentence(stderr, /does not answer/);
  });

  it('ends with 0 when its time is over', async () => {
    const hold = ['health', `${healthUrl()}?`, '--hold', '300ms'];
    await gilscope(...hold);
    const { status, ms } = await gilscope(...hold);
    assert.equal(status, 0);
    assert.ok(ms >= 250, `${ms} ms`);
  });
});
