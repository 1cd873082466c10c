// Clients that break rules, are slow, or vanish: each gets the answer it deserves, and the server goes on as before.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';

import {
  RawConnection, codeOf, countAnswers, exchangeRaw, get, request, sleep, startServer, statusOf,
} from './support.mjs';

let server;
before(async () => {
  server = await startServer();
});
afterEach(async () => {
  assert.equal((await get(server, '/api/health')).status, 200, 'the server goes on');
});
after(async () => {
  assert.equal((await server.stop()).code, 0);
});

const figure = async (name) =>
  Number((await get(server, '/metrics')).text.match(new RegExp(`^${name} (\\S+)`, 'm'))[1]);

/** A request to /api/slow whose Host is right. */
const post = (headers, body = '') => `POST /api/slow?ms=1 HTTP/1.1\r\nHost: ${server.host}\r\n${headers}\r\n${body}`;

describe('requests that two servers could read differently', () => {
  const hidden = () => `GET /api/health HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`;
  const cases = {
    'a space before the colon': () => post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${hidden()}`),
    'a vertical tab before the encoding': () => post('Transfer-Encoding:\x0bchunked\r\n', `0\r\n\r\n${hidden()}`),
    'an encoding of two words': () => post('Transfer-Encoding: gzip, chunked\r\n', `0\r\n\r\n${hidden()}`),
    'an encoding that is none': () => post('Transfer-Encoding: xchunked\r\nContent-Length: 3\r\n', `abc${hidden()}`),
    'two encodings': () => post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${hidden()}`),
    'an encoding on a second line': () => post('X: y\r\n Transfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden()}`),
    'a length and an encoding in odd letters': () =>
      post('cOnTeNt-LeNgTh: 4\r\ntRaNsFeR-eNcOdInG: ChUnKeD\r\n', `0\r\n\r\n${hidden()}`),
    'two lengths that differ': () => post('Content-Length: 0\r\nContent-Length: 44\r\n', hidden()),
    'a list of lengths': () => post('Content-Length: 0, 44\r\n', hidden()),
    'a length with a sign': () => post('Content-Length: +44\r\n', hidden()),
    'a length in hexadecimal': () => post('Content-Length: 0x2c\r\n', hidden()),
    'a length with a NUL': () => post('Content-Length: 4\0\r\n', `abcd${hidden()}`),
    'lines that end with a line feed': () => post('X: y\n', '').replaceAll('\r\n', '\n') + hidden(),
    'a carriage return within a header': () => post('X: a\rContent-Length: 0\r\n', hidden()),
  };
  for (const [name, make] of Object.entries(cases)) {
    it(`${name}: one answer, a refusal, and the end`, async () => {
      const text = await exchangeRaw(server, make());
      assert.equal(countAnswers(text), 1, text);
      assert.match(String(statusOf(text)), /^4(00|11)$/);
      assert.doesNotMatch(text, /"status":"ok"/);
    });
  }

  it('a body that looks like a request is a body', async () => {
    const connection = await RawConnection.open(server);
    const body = hidden();
    connection.send(post(`Content-Length: ${body.length}\r\n`, body) + post('Content-Length: 0\r\n'));
    const text = await connection.receive((so_far) => countAnswers(so_far) === 2 && so_far.endsWith('}'));
    connection.close();
    assert.equal(text.split('"ms":1}').length, 3);
    assert.doesNotMatch(text, /"status":"ok"/);
  });

  it('leading zeros and white space around a length change nothing', async () => {
    const connection = await RawConnection.open(server);
    connection.send(post('Content-Length:  003 \t\r\n', 'abc') + post('Content-Length: 0\r\n'));
    const text = await connection.receive((so_far) => so_far.split('"ms":1}').length === 3);
    connection.close();
    assert.equal(countAnswers(text), 2);
  });
});

describe('bytes that have no place', () => {
  const places = {
    'in the method': (byte) => `G${byte}T /api/health HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`,
    'in the target': (byte) => `GET /api/${byte}health HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`,
    'in the version': (byte) => `GET /api/health HTTP/1.${byte}\r\nHost: ${server.host}\r\n\r\n`,
    'in a header\'s name': (byte) => `GET /api/health HTTP/1.1\r\nHost: ${server.host}\r\nX${byte}: y\r\n\r\n`,
    'in a header\'s value': (byte) => `GET /api/health HTTP/1.1\r\nHost: ${server.host}\r\nX: a${byte}b\r\n\r\n`,
  };
  for (const [place, make] of Object.entries(places)) {
    it(`NUL and other controls ${place}`, async () => {
      for (const byte of ['\0', '\x01', '\x08', '\x7f']) {
        const text = await exchangeRaw(server, make(byte));
        assert.equal(statusOf(text), 400, JSON.stringify(byte));
        assert.equal(codeOf(text), 'bad_request');
      }
    });
  }

  it('NUL in a path or a query, encoded', async () => {
    assert.equal((await get(server, '/api/health%00')).status, 404);
    assert.equal((await get(server, '/api/slow?ms=1%00')).status, 422);
    assert.equal((await get(server, '/index.html%00.js')).status, 404);
  });

  it('NUL in a body is a matter of its media type', async () => {
    const headers = { 'Content-Type': 'application/json' };
    assert.equal((await request(server, 'POST', '/api/tasks', { headers, body: '{"title":"a\0b"}' })).status, 400);
    assert.equal((await request(server, 'POST', '/api/slow?ms=1', { body: '\0\0' })).status, 200);
  });
});

describe('bodies', () => {
  it('forms are no JSON', async () => {
    const forms = [
      ['application/x-www-form-urlencoded', 'title=a&status=done'],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\na\r\n--x--\r\n'],
      ['text/plain', '{"title":"a"}'],
      ['application/jsonp', '{"title":"a"}'],
    ];
    for (const [type, body] of forms) {
      const answer = await request(server, 'POST', '/api/tasks', { headers: { 'Content-Type': type }, body });
      assert.equal(answer.status, 415, type);
    }
    assert.equal((await request(server, 'POST', '/api/tasks', { body: '{"title":"a"}' })).status, 415, 'no type');
  });

  it('a form of 100 KB to /api/slow is not looked at', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await request(server, 'POST', '/api/slow?ms=1', { headers, body: 'a=b&'.repeat(25_000) });
    assert.deepEqual(answer.json, { ok: true, ms: 1 });
  });

  it('a bomb is never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    const memoryBefore = await figure('process_resident_memory_bytes');
    for (const encoding of ['gzip', 'GZIP', 'br', 'deflate, gzip', 'identity']) {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
      const answer = await request(server, 'POST', '/api/tasks', { headers, body: bomb });
      assert.equal(answer.status, 415, encoding);
    }
    assert.ok((await figure('process_resident_memory_bytes')) - memoryBefore < 20_000_000);
  });

  it('2 MiB are refused before they are read, also with Expect', async () => {
    const length = 'Content-Length: 2097152\r\n';
    assert.equal(statusOf(await exchangeRaw(server, post(length))), 413);
    assert.equal(statusOf(await exchangeRaw(server, post(`${length}Expect: 100-continue\r\n`))), 413);
  });

  it('Expect: 100-continue of a wrong host, a foreign page, an unknown path or a form gets no 100', async () => {
    const head = (target, headers) =>
      `POST ${target} HTTP/1.1\r\n${headers}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`;
    const host = `Host: ${server.host}\r\n`;
    const cases = [
      [head('/api/slow', 'Host: evil.example\r\n'), 421],
      [head('/api/slow', `${host}Origin: http://evil.example\r\n`), 403],
      [head('/api/nothing', host), 404],
      [head('/api/health', host), 405],
      [head('/api/tasks', `${host}Content-Type: application/x-www-form-urlencoded\r\n`), 415],
    ];
    for (const [bytes, status] of cases) {
      const text = await exchangeRaw(server, bytes);
      assert.equal(statusOf(text), status);
      assert.doesNotMatch(text, /100 Continue/);
      assert.equal(countAnswers(text), 1);
    }
  });
});

describe('odd targets', () => {
  const ask = (line) => exchangeRaw(server, `${line} HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\n\r\n`);

  it('CONNECT, TRACE and OPTIONS * do nothing', async () => {
    assert.equal(statusOf(await ask('CONNECT example.com:443')), 404);
    assert.equal(statusOf(await ask(`CONNECT ${server.host}`)), 404);
    assert.equal(statusOf(await ask('TRACE /api/health')), 405);
    assert.equal(statusOf(await ask('OPTIONS *')), 404);
  });

  it('the absolute form names the host that counts, and must be http', async () => {
    assert.equal(statusOf(await ask(`GET http://${server.host}/api/slow?ms=1`)), 200);
    assert.equal(statusOf(await ask('GET http://evil.example/api/slow?ms=1')), 421);
    for (const target of ['https://a/', 'ftp://a/', 'http://', 'http://u:p@a/', 'file:///etc/passwd', 'javascript:1']) {
      assert.equal(statusOf(await ask(`GET ${target}`)), 400, target);
    }
  });
});

describe('clients that are slow or vanish', () => {
  it('each byte alone, at every place', async () => {
    const bytes = post('Content-Length: 5\r\n', 'hello');
    const connections = await Promise.all(Array.from({ length: bytes.length - 1 }, () => RawConnection.open(server)));
    connections.forEach((connection, i) => connection.send(bytes.slice(0, i + 1)));
    await sleep(50);
    connections.forEach((connection, i) => connection.send(bytes.slice(i + 1)));
    for (const [i, connection] of connections.entries()) {
      assert.match(await connection.receive((text) => text.endsWith('}')), /"ms":1\}/, `parted after byte ${i + 1}`);
      connection.close();
    }
  });

  it('a byte a second is cut off after 10 s, others are served meanwhile', async () => {
    const connection = await RawConnection.open(server);
    const begun = performance.now();
    const timer = setInterval(() => connection.send('G'), 1_000);
    connection.send('G');
    await sleep(500);
    assert.equal((await get(server, '/api/health')).status, 200);
    const text = await connection.receive(() => false, 15_000);
    clearInterval(timer);
    connection.close();
    const seconds = (performance.now() - begun) / 1_000;
    assert.equal(statusOf(text), 400);
    assert.ok(seconds > 9 && seconds < 14, `${seconds} s`);
  });

  it('a reset in the middle of a request, of a wait and of an answer leaves nothing behind', async () => {
    const before = await figure('process_open_fds');
    const requests = [
      post('Content-Length: 100\r\n', 'part'),
      `GET /api/slow?ms=300 HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`,
      `GET /api/openapi.json HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`.repeat(200),
    ];
    for (const bytes of requests) {
      for (let i = 0; i < 20; i += 1) {
        const connection = await RawConnection.open(server);
        connection.send(bytes);
        await sleep(5);
        connection.socket.resetAndDestroy();
      }
    }
    const deadline = performance.now() + 10_000;
    while ((await figure('process_open_fds')) > before + 2 && performance.now() < deadline) await sleep(50);
    assert.ok((await figure('process_open_fds')) <= before + 2);
  });

  it('one who doesn\'t read his answers keeps nobody waiting', async () => {
    const connection = await RawConnection.open(server);
    connection.socket.pause();
    connection.send(`GET /api/openapi.json HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`.repeat(2_000));
    await sleep(200);
    const begun = performance.now();
    assert.equal((await get(server, '/api/health')).status, 200);
    assert.ok(performance.now() - begun < 1_000);
    connection.socket.resetAndDestroy();
  });

  it('one who closes his half gets his answers, all of them', async () => {
    const connection = await RawConnection.open(server);
    const one = (ms) => `GET /api/slow?ms=${ms} HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`;
    connection.socket.end(one(20) + one(10));
    assert.equal(countAnswers(await connection.receiveAll()), 2);
  });
});
