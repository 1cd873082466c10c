import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

import { asSeenByBrowser, bytesOf, curlCommand, pretty, textOf, unchunk } from '../../../frontend/js/exchange.js';

describe('bytes', () => {
  it('are text where they are UTF-8', () => {
    assert.equal(textOf(bytesOf(Buffer.from('naïve\r\n').toString('base64'))), 'naïve\r\n');
    assert.equal(textOf(bytesOf(Buffer.from('\ufeffx').toString('base64'))), '\ufeffx', 'nothing is swallowed');
  });

  it('that are no text are shown one by one', () => {
    assert.equal(textOf(Uint8Array.of(65, 0xff, 0x80, 66)), 'A\\xff\\x80B');
  });
});

describe('a message', () => {
  it('is made readable without touching its head', () => {
    assert.equal(pretty('POST /x HTTP/1.1\r\nA: b\r\n\r\n{"a":[1]}'), 'POST /x HTTP/1.1\r\nA: b\r\n\r\n{\n  "a": [\n    1\n  ]\n}');
  });

  it('that holds no JSON, or half of it, stays as it is', () => {
    for (const text of ['GET / HTTP/1.1\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n{"a":', 'no head at all']) assert.equal(pretty(text), text);
  });

  it('loses the framing of chunks', () => {
    assert.equal(unchunk('4\r\n{"a"\r\n3;x=y\r\n:1}\r\n0\r\n\r\n'), '{"a":1}');
    assert.equal(unchunk('3\r\né1\r\n0\r\n\r\n'), 'é1', 'lengths are in bytes');
    assert.equal(unchunk('zz\r\n'), '');
    assert.match(pretty('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n'), /\r\n\r\n\[\]$/);
  });
});

const entry = {
  method: 'POST', address: 'api/tasks', path: '/api/tasks', status: 201, reason: null,
  requestHeaders: [['Content-Type', 'application/json']], requestBody: '{"title":"it\'s"}', responseHeaders: [['etag', '"1"']], responseBody: '{}',
};

it('what the browser knows has the form of messages', () => {
  const seen = asSeenByBrowser(entry);
  assert.equal(seen.request, 'POST /api/tasks\r\nContent-Type: application/json\r\n\r\n{"title":"it\'s"}');
  assert.equal(seen.response, '201\r\netag: "1"\r\n\r\n{}');
  assert.equal(asSeenByBrowser({ ...entry, status: null, reason: 'refused' }).response, 'no answer: refused');
  assert.equal(asSeenByBrowser({ ...entry, status: null }).response, 'no answer yet');
});

it('the curl command survives a shell', () => {
  const command = curlCommand(entry, 'http://localhost:8000/page/').replace(/^curl/, 'printf "%s\\n"');
  assert.deepEqual(execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trimEnd().split('\n'), [
    '-i', '-X', 'POST', 'http://localhost:8000/page/api/tasks', '-H', 'Content-Type: application/json', '--data-raw', '{"title":"it\'s"}',
  ]);
  const plain = { ...entry, method: 'GET', address: 'http://localhost:1/api', requestHeaders: [], requestBody: '' };
  assert.equal(curlCommand(plain, 'http://x/'), "curl -i 'http://localhost:1/api'");
});
