// The HTTP surface against a real server: routes of this stage, order of checks, CORS, framing byte by byte, the page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { RawConnection, codeOf, countAnswers, exchangeRaw, get, request, sleep, startServer, statusOf } from './support.mjs';

const evilOrigin = 'http://evil.example';
const ownOrigin = 'http://localhost:5500';

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  await server.stop();
});

function assertError(answer, status, code) {
  assert.equal(answer.status, status);
  assert.deepEqual(Object.keys(answer.json), ['error']);
  assert.equal(answer.json.error.code, code);
  assert.equal(typeof answer.json.error.message, 'string');
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
}

describe('health', () => {
  it('says exactly what the contract says', async () => {
    const answer = await get(server, '/api/health');
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.json), ['status', 'gil_enabled', 'python']);
    assert.equal(answer.json.status, 'ok');
    assert.equal(typeof answer.json.gil_enabled, 'boolean');
    assert.match(answer.json.python, /^3\.\d+\.\d+/);
  });

  it('answers to any host', async () => {
    assert.equal((await get(server, '/api/health', { headers: { Host: 'whatever' } })).status, 200);
  });

  it('has the common headers and no others', async () => {
    const { headers } = await get(server, '/api/health');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers.vary, 'Origin');
    assert.ok(headers['x-request-id']);
    for (const name of ['keep-alive', 'accept-ranges', 'server', 'access-control-allow-origin']) {
      assert.equal(headers[name], undefined, name);
    }
  });

  it('is never compressed or cut', async () => {
    const plain = await get(server, '/api/health');
    const asked = await get(server, '/api/health', {
      headers: { 'Accept-Encoding': 'gzip, br', Range: 'bytes=0-1' },
    });
    assert.equal(asked.status, 200);
    assert.equal(asked.text, plain.text);
    assert.equal(asked.headers['content-encoding'], undefined);
  });

  it('keeps a request id that the client gives', async () => {
    const answer = await get(server, '/api/health', { headers: { 'X-Request-Id': 'mine-1' } });
    assert.equal(answer.headers['x-request-id'], 'mine-1');
  });
});

describe('slow', () => {
  for (const method of ['GET', 'POST']) {
    it(`${method} answers after that many milliseconds`, async () => {
      const begun = performance.now();
      const answer = await request(server, method, '/api/slow?ms=60', { headers: { 'Content-Length': 0 } });
      assert.ok(performance.now() - begun >= 60);
      assert.equal(answer.text, '{"ok":true,"ms":60}');
    });
  }

  it('takes 50 ms by default', async () => {
    assert.equal((await get(server, '/api/slow')).json.ms, 50);
  });

  for (const query of ['ms=0', 'ms=1001', 'ms=', 'ms', 'ms=1.5', 'ms=-1', 'ms=1&ms=1', 'ms=%zz']) {
    it(`refuses ${query}`, async () => {
      const answer = await get(server, `/api/slow?${query}`);
      assertError(answer, 422, 'validation_error');
      assert.deepEqual(Object.keys(answer.json.error.details), ['ms']);
    });
  }

  it('names every bad field at once', async () => {
    const answer = await get(server, '/api/slow?ms=0&a=1&b=2');
    assert.deepEqual(Object.keys(answer.json.error.details).sort(), ['a', 'b', 'ms']);
  });

  it('runs many at a time', async () => {
    const begun = performance.now();
    await Promise.all(Array.from({ length: 50 }, () => get(server, '/api/slow?ms=200')));
    assert.ok(performance.now() - begun < 5_000, 'one after the other they take 10 s');
  });
});

describe('lists', () => {
  it('machine', async () => {
    const { status, json } = await get(server, '/api/machine');
    assert.equal(status, 200);
    assert.equal(Object.keys(json)[0], 'version');
    assert.equal(typeof json.quiet, 'boolean');
  });

  it('interpreters', async () => {
    const { json } = await get(server, '/api/interpreters');
    assert.deepEqual(Object.keys(json), ['default', 'interpreters']);
    for (const entry of json.interpreters) {
      assert.match(entry.id, /^3\.\d+t?$/);
      assert.equal(entry.build, entry.id.endsWith('t') ? 'ft' : 'gil');
      assert.ok(entry.problem === null || typeof entry.problem === 'string');
    }
  });

  it('workloads', async () => {
    const { status, json } = await get(server, '/api/workloads');
    assert.equal(status, 200);
    assert.ok(Array.isArray(json.workloads));
  });

  it('know no parameters', async () => {
    for (const target of ['/api/health', '/api/machine', '/api/interpreters', '/api/workloads']) {
      const answer = await get(server, `${target}?x=1`);
      assertError(answer, 422, 'validation_error');
      assert.ok(answer.json.error.details.x);
    }
  });
});

describe('benchmark parameters', () => {
  const wrong = {
    'task=disk': 'task',
    'workers=0': 'workers',
    'workers=65': 'workers',
    'n=9999': 'n',
    'task=io&n=10000': 'n',
    'delay_ms=50': 'delay_ms',
    'build=debug': 'build',
    'interpreter=2.7': 'interpreter',
    'modes=magic': 'modes',
    'repeats=21': 'repeats',
    'verbose=1': 'verbose',
  };
  for (const [query, field] of Object.entries(wrong)) {
    it(`${query} is a wrong ${field}`, async () => {
      const answer = await get(server, `/api/benchmark?${query}`);
      assertError(answer, 422, 'validation_error');
      assert.deepEqual(Object.keys(answer.json.error.details), [field]);
    });
  }

  it('HEAD is not allowed, nor are pages of other sites', async () => {
    const head = await request(server, 'HEAD', '/api/benchmark');
    assert.equal(head.status, 405);
    assert.equal(head.headers.allow, 'GET, OPTIONS');
    const foreign = await get(server, '/api/benchmark', { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    assertError(foreign, 403, 'forbidden_origin');
  });
});

describe('paths and methods', () => {
  it('unknown paths are 404, whatever the method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const answer = await request(server, method, '/api/nothing', { headers: { 'Content-Length': 0 } });
      assertError(answer, 404, 'not_found');
    }
  });

  it('unknown methods of known paths are 405, with Allow', async () => {
    for (const method of ['PUT', 'DELETE', 'TRACE', 'PROPFIND']) {
      const answer = await request(server, method, '/api/slow', { headers: { 'Content-Length': 0 } });
      assertError(answer, 405, 'method_not_allowed');
      assert.equal(answer.headers.allow, 'GET, POST, OPTIONS');
    }
    assert.equal((await request(server, 'POST', '/api/health')).headers.allow, 'GET, OPTIONS');
  });

  it('a refused request leaves its connection usable', async () => {
    const connection = await RawConnection.open(server);
    const head = `Host: ${server.host}\r\nContent-Length: 5\r\n\r\nhello`;
    connection.send(`POST /api/nothing HTTP/1.1\r\n${head}POST /api/health HTTP/1.1\r\n${head}`);
    connection.send(`GET /api/health HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`);
    const text = await connection.receive((so_far) => so_far.includes('"status":"ok"'));
    connection.close();
    assert.deepEqual([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]), ['404', '405', '200']);
  });

  it('HEAD has the headers of GET and no body', async () => {
    const connection = await RawConnection.open(server);
    const end = ` HTTP/1.1\r\nHost: ${server.host}\r\n`;
    connection.send(`HEAD /api/health${end}\r\nGET /api/health${end}Connection: close\r\n\r\n`);
    const [, first, second] = (await connection.receiveAll()).split('HTTP/1.1 200 OK\r\n');
    assert.ok(first.endsWith('\r\n\r\n'));
    const length = (text) => text.match(/Content-Length: (\d+)/)[1];
    assert.equal(length(first), length(second));
  });

  it('an encoded body is 415, and so is a request that only says it has one', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    const answer = await request(server, 'POST', '/api/slow', { headers, body: 'x' });
    assertError(answer, 415, 'unsupported_media_type');
    for (const method of ['GET', 'OPTIONS']) assert.equal((await request(server, method, '/api/slow', { headers })).status, 415, method);
  });
});

describe('host and origin', () => {
  const hosts = {
    'localhost:PORT': 200,
    '127.0.0.1:PORT': 200,
    '[::1]:PORT': 200,
    'LOCALHOST:PORT': 200,
    localhost: 421,
    'localhost:1': 421,
    'evil.example': 421,
    'evil.example:PORT': 421,
    'localhost.evil.example:PORT': 421,
  };
  for (const [host, status] of Object.entries(hosts)) {
    it(`Host ${host} is ${status}`, async () => {
      const headers = { Host: host.replace('PORT', server.port) };
      assert.equal((await get(server, '/api/slow?ms=1', { headers })).status, status);
    });
  }

  const origins = [
    [{}, 200],
    [{ Origin: ownOrigin }, 200],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ 'Sec-Fetch-Site': 'none' }, 200],
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: ownOrigin }, 200],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: evilOrigin }, 403],
    [{ Origin: 'null' }, 403],
  ];
  for (const [headers, status] of origins) {
    it(`POST with ${JSON.stringify(headers)} is ${status}`, async () => {
      const answer = await request(server, 'POST', '/api/slow?ms=1', { headers: { ...headers, 'Content-Length': 0 } });
      assert.equal(answer.status, status);
    });
  }

  it('plain reads are open to all', async () => {
    assert.equal((await get(server, '/api/slow?ms=1', { headers: { Origin: evilOrigin } })).status, 200);
  });

  it('host comes before origin, origin before path, path before method, method before media type', async () => {
    const everything = { Host: 'evil.example', Origin: evilOrigin, 'Content-Encoding': 'gzip', 'Content-Length': 0 };
    const { Host, ...rightHost } = everything;
    const { Origin, ...rightOrigin } = rightHost;
    assert.equal((await request(server, 'PUT', '/api/nothing', { headers: everything })).status, 421);
    assert.equal((await request(server, 'PUT', '/api/nothing', { headers: rightHost })).status, 403);
    assert.equal((await request(server, 'PUT', '/api/nothing', { headers: rightOrigin })).status, 404);
    assert.equal((await request(server, 'PUT', '/api/slow?x', { headers: rightOrigin })).status, 405);
    assert.equal((await request(server, 'POST', '/api/slow?x', { headers: rightOrigin })).status, 415);
  });
});

describe('CORS', () => {
  it('OPTIONS', async () => {
    const answer = await request(server, 'OPTIONS', '/api/slow', { headers: { Origin: ownOrigin } });
    assert.equal(answer.status, 204);
    assert.equal(answer.text, '');
    assert.equal(answer.headers['content-length'], undefined);
    assert.equal(answer.headers['access-control-allow-origin'], ownOrigin);
    assert.equal(answer.headers['access-control-allow-methods'], 'GET, POST, PATCH, DELETE, OPTIONS');
    assert.equal(answer.headers['access-control-allow-headers'], 'Content-Type, If-Match, If-None-Match, X-Request-Id');
    assert.equal(answer.headers['access-control-max-age'], '86400');
    assert.equal(answer.headers.vary, 'Origin');
  });

  it('the configured origin may read answers and the headers that matter, errors too', async () => {
    for (const target of ['/api/health', '/api/nothing']) {
      const { headers } = await get(server, target, { headers: { Origin: ownOrigin } });
      assert.equal(headers['access-control-allow-origin'], ownOrigin);
      assert.equal(headers['access-control-expose-headers'], 'ETag, Location, Retry-After, X-Request-Id, Allow');
    }
  });

  it('no other origin may', async () => {
    for (const origin of [evilOrigin, 'null', `${ownOrigin}/`, 'http://localhost:5501']) {
      const { headers } = await get(server, '/api/health', { headers: { Origin: origin } });
      assert.equal(headers['access-control-allow-origin'], undefined);
      assert.equal(headers.vary, 'Origin');
    }
  });
});

describe('framing', () => {
  const post = (headers, body = '') => `POST /api/slow?ms=1 HTTP/1.1\r\nHost: HOST\r\n${headers}\r\n${body}`;
  const broken = {
    'no length': [post(''), 411, 'length_required'],
    chunked: [post('Transfer-Encoding: chunked\r\n', '0\r\n\r\n'), 411, 'length_required'],
    'length and chunked': [post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400, 'bad_request'],
    'two lengths': [post('Content-Length: 1\r\nContent-Length: 1\r\n', 'x'), 400, 'bad_request'],
    'a length that is no number': [post('Content-Length: abc\r\n'), 400, 'bad_request'],
    'a negative length': [post('Content-Length: -1\r\n'), 400, 'bad_request'],
    'a body of 2 MiB': [post('Content-Length: 2097152\r\n', 'x'.repeat(2_097_152)), 413, 'payload_too_large'],
    'PATCH without a length': ['PATCH /api/tasks/1 HTTP/1.1\r\nHost: HOST\r\n\r\n', 411, 'length_required'],
    'PUT without a length': ['PUT /api/slow HTTP/1.1\r\nHost: HOST\r\n\r\n', 411, 'length_required'],
    'no length, for a wrong host': ['POST /api/slow HTTP/1.1\r\nHost: evil.example\r\n\r\n', 411, 'length_required'],
    'too long a body, for a wrong host': [
      'POST /api/slow HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2097152\r\n\r\n', 413, 'payload_too_large',
    ],
    'a body on OPTIONS': ['OPTIONS /api/health HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\n\r\nx', 400, 'bad_request'],
    'a body on GET': ['GET /api/health HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\n\r\nx', 400, 'bad_request'],
    'no Host': ['GET /api/health HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    'two Hosts': ['GET /api/health HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n', 400, 'bad_request'],
    'a long request line': [`GET /${'a'.repeat(9_000)} HTTP/1.1\r\nHost: HOST\r\n\r\n`, 414, 'uri_too_long'],
    'a request line without end': [`GET /${'a'.repeat(300_000)}`, 414, 'uri_too_long'],
    '65 headers': [`GET / HTTP/1.1\r\nHost: HOST\r\n${'A: b\r\n'.repeat(64)}\r\n`, 431, 'headers_too_large'],
    '200,000 headers': [`GET / HTTP/1.1\r\nHost: HOST\r\n${'A: b\r\n'.repeat(200_000)}\r\n`, 431, 'headers_too_large'],
    'a long header': [`GET / HTTP/1.1\r\nHost: HOST\r\nA: ${'b'.repeat(33_000)}\r\n\r\n`, 431, 'headers_too_large'],
    'a bare line feed': ['GET / HTTP/1.1\nHost: HOST\n\n', 400, 'bad_request'],
    'a folded header': ['GET / HTTP/1.1\r\nHost: HOST\r\nA: b\r\n c\r\n\r\n', 400, 'bad_request'],
    'a NUL byte': ['GET /\0 HTTP/1.1\r\n', 400, 'bad_request'],
    'a TLS handshake': ['\x16\x03\x01\x02\x00\x01\x00\x01', 400, 'bad_request'],
    'HTTP/0.9': ['GET /\r\n', 400, 'bad_request'],
    'HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'bad_request'],
  };
  for (const [name, [bytes, status, code]] of Object.entries(broken)) {
    it(`${name} is ${status} and ends the connection`, async () => {
      const text = await exchangeRaw(server, bytes.replaceAll('HOST', server.host));
      assert.equal(statusOf(text), status, text.slice(0, 300));
      assert.equal(codeOf(text), code);
      assert.match(text, /\r\nConnection: close\r\n/);
      assert.match(text, /\r\nX-Request-Id: /);
      assert.equal(countAnswers(text), 1, 'nothing that follows is read as a request');
    });
  }

  it('a body that is hidden in a chunked request is not read as a request', async () => {
    const hidden = `GET /api/health HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`;
    const text = await exchangeRaw(
      server,
      `POST /api/slow HTTP/1.1\r\nHost: ${server.host}\r\nContent-Length: ${hidden.length}\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    );
    assert.equal(countAnswers(text), 1);
    assert.equal(statusOf(text), 400);
  });

  it('pipelined requests in one segment are all answered, in order', async () => {
    const connection = await RawConnection.open(server);
    const one = (ms) => `GET /api/slow?ms=${ms} HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`;
    connection.send(one(30) + one(20) + one(10));
    const text = await connection.receive((so_far) => so_far.includes('"ms":10}'));
    connection.close();
    assert.deepEqual([...text.matchAll(/"ms":(\d+)/g)].map((match) => match[1]), ['30', '20', '10']);
  });

  it('a request may arrive byte by byte', async () => {
    const connection = await RawConnection.open(server);
    for (const byte of `GET /api/health HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`) {
      connection.send(byte);
      await sleep(1);
    }
    assert.match(await connection.receive((so_far) => so_far.endsWith('}')), /"status":"ok"/);
    connection.close();
  });

  it('a half-closed client gets its answer', async () => {
    const connection = await RawConnection.open(server);
    connection.socket.end(`GET /api/health HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`);
    assert.match(await connection.receiveAll(), /"status":"ok"/);
  });

  it('100 Continue comes after the checks, and only then', async () => {
    const head = (host) =>
      `POST /api/slow?ms=1 HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`;
    const connection = await RawConnection.open(server);
    connection.send(head(server.host));
    assert.equal(await connection.receive((text) => text.endsWith('\r\n\r\n')), 'HTTP/1.1 100 Continue\r\n\r\n');
    connection.send('xy');
    assert.match(await connection.receive((text) => text.endsWith('}')), /HTTP\/1\.1 200 OK/);
    connection.close();
    assert.equal(statusOf(await exchangeRaw(server, head('evil.example'))), 421);
    assert.equal(statusOf(await exchangeRaw(server, head(server.host).replace('Length: 2', 'Length: 2000000'))), 413);
  });

  it('the absolute form is served by its host', async () => {
    const ask = (host) => `GET http://${host}/api/slow?ms=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    assert.equal(statusOf(await exchangeRaw(server, ask(server.host))), 200);
    assert.equal(statusOf(await exchangeRaw(server, ask('evil.example'))), 421);
  });

  it('CONNECT and OPTIONS * have nothing to find', async () => {
    const end = ` HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\n\r\n`;
    assert.equal(statusOf(await exchangeRaw(server, `CONNECT ${server.host}${end}`)), 404);
    assert.equal(statusOf(await exchangeRaw(server, `OPTIONS *${end}`)), 404);
  });

  it('silent connections keep nobody waiting', async () => {
    const silent = await Promise.all(Array.from({ length: 200 }, () => RawConnection.open(server)));
    const begun = performance.now();
    assert.equal((await get(server, '/api/health')).status, 200);
    assert.ok(performance.now() - begun < 1_000);
    silent.forEach((connection) => connection.close());
  });
});

describe('page', () => {
  it('is served with a strict policy', async () => {
    const { status, headers, text } = await get(server, '/');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.match(text, /^<!doctype html>/i);
    const policy = headers['content-security-policy'];
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      assert.ok(policy.includes(rule), rule);
    }
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'no-cache');
  });

  it('is not sent again to those who have it', async () => {
    const { headers } = await get(server, '/');
    const again = await get(server, '/index.html', { headers: { 'If-None-Match': headers.etag } });
    assert.equal(again.status, 304);
    assert.equal(again.text, '');
    assert.equal(again.headers.etag, headers.etag);
  });

  it('has no way out of its directory', async () => {
    const targets = ['/../README.md', '/%2e%2e/README.md', '/..%2fREADME.md', '/js/../../README.md', '/%2fetc/passwd',
      '//etc/passwd', '/.git/config', '/index.html%00', '/js', '/js/'];
    for (const target of targets) {
      const text = await exchangeRaw(
        server, `GET ${target} HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\n\r\n`);
      assert.equal(statusOf(text), 404, target);
    }
  });

  it('can only be read', async () => {
    const answer = await request(server, 'POST', '/', { headers: { 'Content-Length': 0 } });
    assertError(answer, 405, 'method_not_allowed');
    assert.equal(answer.headers.allow, 'GET');
  });

  it('is not for other hosts', async () => {
    assert.equal((await get(server, '/', { headers: { Host: 'evil.example' } })).status, 421);
  });
});

describe('start and stop', () => {
  it('a short request is finished, the status is 0', async () => {
    const own = await startServer();
    const running = get(own, '/api/slow?ms=800');
    await sleep(100);
    const { code, ms } = await own.stop();
    assert.equal(code, 0);
    assert.ok(ms < 2_000, `${ms} ms`);
    assert.equal((await running).status, 200);
  });

  it('an allowed host is served', async () => {
    const own = await startServer('--allowed-host', 'lab.example');
    const answer = await get(own, '/api/slow?ms=1', { headers: { Host: 'lab.example' } });
    await own.stop();
    assert.equal(answer.status, 200);
  });

  it('a taken port is one sentence and status 1', async () => {
    await assert.rejects(startServer('--port', String(server.port)), /in use/);
  });
});
