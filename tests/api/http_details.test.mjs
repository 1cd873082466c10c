// What surrounds the API of a real server: exchanges byte by byte, figures, its own description, the log, the page
// from another origin, and what the environment may set.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, afterEach, before, describe, it } from 'node:test';

import { assertOneSentence, endEverything, gilscope, waitFor } from './command.mjs';
import { RawConnection, exchangeRaw, get, program, request, startServer, statusOf } from './support.mjs';

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  await server.stop();
});

const bytesOf = (side) => Buffer.from(side.base64, 'base64').toString('latin1');
const exchange = async (id) => (await get(server, `/api/exchanges/${id}`)).json;

describe('exchanges', () => {
  it('are the very bytes, both ways', async () => {
    const sent = `GET /api/slow?ms=1 HTTP/1.1\r\nHost: ${server.host}\r\nX-Request-Id: raw-1\r\nX-Odd:  caf\xe9\t\r\n` +
      'Connection: close\r\n\r\n';
    const received = await exchangeRaw(server, sent);
    const json = await exchange('raw-1');
    assert.deepEqual(Object.keys(json),
      ['id', 'client', 'method', 'target', 'status', 'started_at', 'duration_ms', 'preflight', 'request', 'response']);
    assert.equal(bytesOf(json.request), sent);
    assert.equal(bytesOf(json.response), received);
    assert.equal(json.request.bytes, sent.length);
    assert.equal(json.request.truncated, false);
    assert.equal(json.id, 'raw-1');
    assert.equal(json.method, 'GET');
    assert.equal(json.target, '/api/slow?ms=1');
    assert.equal(json.status, 200);
    assert.equal(json.client, '127.0.0.1');
    assert.match(json.started_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
    assert.ok(json.duration_ms >= 1 && json.duration_ms < 10_000);
  });

  it('of preflights, refusals and broken requests are kept as well', async () => {
    const headers = { Origin: 'http://localhost:5500', 'X-Request-Id': 'preflight-1' };
    await request(server, 'OPTIONS', '/api/slow', { headers });
    assert.match(bytesOf((await exchange('preflight-1')).response), /^HTTP\/1\.1 204 /);
    await request(server, 'POST', '/api/slow?ms=1', { headers: { 'X-Request-Id': 'other-target-1', 'Content-Length': 0 } });
    assert.equal((await exchange('other-target-1')).preflight, null);
    await request(server, 'POST', '/api/slow', { headers: { 'X-Request-Id': 'preflighted-1', 'Content-Length': 0 } });
    assert.equal((await exchange('preflighted-1')).preflight, 'preflight-1');
    await request(server, 'POST', '/api/nothing', { headers: { 'X-Request-Id': 'refused-1', 'Content-Length': 0 } });
    assert.equal((await exchange('refused-1')).status, 404);
    const answer = await exchangeRaw(server, 'GET / HTTP/1.1\r\nbroken\r\n\r\n');
    const broken = await exchange(answer.match(/X-Request-Id: (\S+)/)[1]);
    assert.equal(bytesOf(broken.request), 'GET / HTTP/1.1\r\nbroken\r\n\r\n');
    assert.equal(bytesOf(broken.response), answer);
    assert.deepEqual([broken.method, broken.target, broken.status], ['GET', '/', 400]);
  });

  it('of the longest bodies keep 64 KiB and count the rest', async () => {
    const body = Buffer.alloc(300_000, 'x');
    await request(server, 'POST', '/api/slow?ms=1', { headers: { 'X-Request-Id': 'large-1' }, body });
    const { request: side } = await exchange('large-1');
    assert.equal(bytesOf(side).length, 65_536);
    assert.equal(side.truncated, true);
    assert.ok(side.bytes > 300_000);
  });

  it('that are asked for are not recorded, under whatever id; unknown ones are 404', async () => {
    await get(server, '/api/slow?ms=1', { headers: { 'X-Request-Id': 'kept-1' } });
    const headers = { 'X-Request-Id': 'kept-1' };
    assert.equal((await get(server, '/api/exchanges/kept-1', { headers })).json.target, '/api/slow?ms=1');
    assert.equal((await get(server, '/api/exchanges/kept-1')).json.target, '/api/slow?ms=1');
    for (const id of ['nobody', '%00', 'a%2Fb', 'x'.repeat(500)]) {
      const answer = await get(server, `/api/exchanges/${id}`, { headers: { 'X-Request-Id': 'looking' } });
      assert.equal(answer.status, 404, id);
    }
    assert.equal((await get(server, '/api/exchanges/kept-1?x=1')).status, 422);
  });

  it('are bounded in number', async () => {
    await get(server, '/api/health', { headers: { 'X-Request-Id': 'first-of-many' } });
    const connection = await RawConnection.open(server);
    const one = `GET /api/health HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`;
    connection.send(one.repeat(300));
    await connection.receive((text) => text.split('"status":"ok"').length === 301);
    connection.close();
    assert.equal((await get(server, '/api/exchanges/first-of-many')).status, 404);
  });
});

describe('metrics', () => {
  const metrics = async (from = server) => (await get(from, '/metrics', { headers: { Host: 'prometheus' } })).text;

  it('come in Prometheus\' text format, whatever the host', async () => {
    const answer = await get(server, '/metrics', { headers: { Host: 'anything' } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
    for (const line of answer.text.trimEnd().split('\n')) {
      assert.match(line, /^(# (HELP|TYPE) \w+ .*|[a-z_]+(\{.*\})? \S+)$/);
    }
    const figures = ['gilscope_http_connections', 'gilscope_http_workers', 'gilscope_http_event_streams',
      'gilscope_queue_length', 'gilscope_engines_alive', 'process_cpu_seconds_total', 'process_resident_memory_bytes'];
    for (const name of figures) assert.match(answer.text, new RegExp(`^${name} \\d`, 'm'), name);
  });

  it('count by route, method and class of status, and nothing that clients make up becomes a label', async () => {
    const own = await startServer();
    for (let i = 0; i < 3; i += 1) await get(own, `/api/exchanges/made-up-${i}`);
    for (const target of ['/made/up/1', '/made/up/2']) await get(own, target);
    await request(own, 'BREW', '/api/health', { headers: { 'Content-Length': 0 } });
    await exchangeRaw(own, 'rubbish\r\n\r\n');
    let text;
    for (let i = 0; i < 100; i += 1) {
      text = await metrics(own);
      if (/pattern="none".*4xx"} 3/.test(text)) break;
    }
    const count = (labels) => Number(text.match(new RegExp(`^gilscope_http_requests_total\\{${labels}\\} (\\d+)`, 'm'))?.[1]);
    assert.equal(count('method="GET",pattern="/api/exchanges/\\{id\\}",status="4xx"'), 3);
    assert.equal(count('method="GET",pattern="none",status="4xx"'), 2);
    assert.equal(count('method="other",pattern="/api/health",status="4xx"'), 1);
    assert.equal(count('method="none",pattern="none",status="4xx"'), 1);
    assert.doesNotMatch(text, /made-up|BREW|rubbish/);
    assert.match(text, /gilscope_http_request_duration_seconds_bucket\{.*pattern="\/api\/health",le="\+Inf"\} 1/);
    await own.stop();
  });
});

describe('openapi.json', () => {
  let document;
  before(async () => {
    const answer = await get(server, '/api/openapi.json');
    assert.equal(answer.status, 200, 'a route is not described: the server\'s log says which');
    document = answer.json;
  });

  it('has every path, and of each path the methods that it allows', async () => {
    assert.equal(document.openapi, '3.1.0');
    const paths = Object.keys(document.paths);
    for (const path of ['/api/health', '/api/slow', '/api/benchmark', '/api/tasks', '/api/tasks/{id}', '/metrics']) {
      assert.ok(paths.includes(path), path);
    }
    for (const path of paths) {
      const target = path.replace(/\{.*?\}/g, 'x');
      const { headers } = await request(server, 'OPTIONS', target);
      const allowed = headers.allow.split(', ').filter((method) => method !== 'OPTIONS');
      // Each target is that of one path: "/api/runs/import" is written out, so it isn't an "/api/runs/{id}".
      const described = Object.keys(document.paths[path]).map((method) => method.toUpperCase());
      assert.deepEqual(new Set(described), new Set(allowed), path);
    }
  });

  it('has a summary and examples for each, and each id once', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })));
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const { name, operation } of operations) {
      assert.ok(operation.summary.length > 5, name);
      const success = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status));
      assert.ok(success.length > 0, name);
      for (const [status, { description, content }] of success) {
        assert.ok(description, `${name} ${status}`);
        if (['204', '304'].includes(status)) continue;
        for (const media of Object.values(content)) assert.ok(media.example, `${name} ${status}`);
      }
    }
  });

  it('gives examples that are true to what is answered', async () => {
    for (const path of ['/api/health', '/api/machine', '/api/interpreters', '/api/workloads', '/api/slow']) {
      const { example } = document.paths[path].get.responses['200'].content['application/json'];
      const { json } = await get(server, path);
      assert.deepEqual(Object.keys(example), Object.keys(json), path);
      const [list] = Object.keys(json).filter((key) => Array.isArray(json[key]) && typeof json[key][0] === 'object');
      if (list) assert.deepEqual(Object.keys(example[list][0]), Object.keys(json[list][0]), path);
    }
    const { example: task } = document.paths['/api/tasks'].post.requestBody.content['application/json'];
    const { example: created } = document.paths['/api/tasks'].post.responses['201'].content['application/json'];
    const answer = await request(server, 'POST', '/api/tasks', {
      headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(task),
    });
    assert.equal(answer.status, 201);
    assert.deepEqual(Object.keys(created), Object.keys(answer.json));
  });
});

/** A command whose standard error is read as lines; `stop` asks it to end and waits. */
function startReading(args, env = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const reading = { child, said: '' };
  child.stderr.setEncoding('utf8').on('data', (text) => (reading.said += text));
  reading.exited = new Promise((resolve) => child.on('exit', resolve));
  reading.ready = async () => {
    await waitFor(() => /http:\/\/127\.0\.0\.1:\d+/.test(reading.said), () => `a greeting, not: ${reading.said}`);
    reading.port = Number(reading.said.match(/http:\/\/127\.0\.0\.1:(\d+)/)[1]);
    reading.host = `127.0.0.1:${reading.port}`;
    return reading;
  };
  reading.stop = () => {
    child.kill('SIGTERM');
    return reading.exited;
  };
  return reading;
}

const serveOptions = ['serve', '--port', '0', '--db', ':memory:'];

describe('the log', () => {
  it('has a line of JSON a request', async () => {
    const own = await startReading([...serveOptions, '--log-format', 'json']).ready();
    await get(own, '/api/slow?ms=20', { headers: { 'X-Request-Id': 'logged-1' } });
    await exchangeRaw(own, 'bad\r\n\r\n');
    await own.stop();
    const lines = own.said.trimEnd().split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    const [first, second] = lines;
    assert.deepEqual(Object.keys(first),
      ['time', 'level', 'method', 'path', 'status', 'ms', 'bytes', 'request_id', 'client', 'complete']);
    assert.match(first.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual([first.method, first.path, first.status], ['GET', '/api/slow?ms=20', 200]);
    assert.equal(first.request_id, 'logged-1');
    assert.ok(first.ms >= 20 && first.bytes > 100);
    assert.equal(second.status, 400);
  });

  it('can\'t be forged, in either format', async () => {
    for (const format of ['text', 'json']) {
      const own = await startReading([...serveOptions, '--log-format', format]).ready();
      const evil = ['/a%0ab%0d', '/"},{"x":"', '/\x1b[31m', '/a\nGET /b'];
      for (const target of evil) {
        await exchangeRaw(own, `GET ${target} HTTP/1.1\r\nHost: ${own.host}\r\nX-Request-Id: a\\nb" x\r\nConnection: close\r\n\r\n`);
      }
      await own.stop();
      const lines = own.said.trimEnd().split('\n').slice(1);
      assert.equal(lines.length, evil.length, own.said);
      assert.doesNotMatch(own.said, /\x1b/);
      if (format === 'json') lines.forEach((line) => JSON.parse(line));
    }
  });

  it('that nobody reads holds up nobody', async () => {
    const own = await startReading(serveOptions).ready();
    own.child.stderr.pause();
    const connection = await RawConnection.open(own);
    const one = `GET /${'x'.repeat(4_000)} HTTP/1.1\r\nHost: ${own.host}\r\n\r\n`;
    for (let i = 0; i < 10; i += 1) {
      connection.send(one.repeat(100));
      await connection.receive((text) => text.split('"not_found"').length > (i + 1) * 100, 20_000);
    }
    assert.equal((await get(own, '/api/health')).status, 200);
    connection.close();
    own.child.stderr.resume();
    assert.equal(await own.stop(), 0);
  });
});

describe('the page from elsewhere', () => {
  it('serves its files, says where the API is, and allows the page to call just that', async () => {
    const own = await startReading(['web', '--port', '0', '--api', 'http://localhost:8123/']).ready();
    const page = await get(own, '/');
    assert.equal(page.status, 200);
    assert.match(page.headers['content-security-policy'], /connect-src 'self' http:\/\/localhost:8123$/);
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.deepEqual((await get(own, '/config.json')).json, { api: 'http://localhost:8123' });
    assert.equal((await get(own, '/js/main.js')).headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal((await get(own, '/api/health')).status, 404);
    assert.equal((await get(own, '/', { headers: { Host: 'evil.example' } })).status, 421);
    assert.equal(await own.stop(), 0);
  });

  it('says which APIs it can switch between, and allows the page to call those', async () => {
    const own = await startReading(['web', '--port', '0', '--api', 'http://localhost:8123,http://localhost:8124/']).ready();
    assert.match((await get(own, '/')).headers['content-security-policy'], /connect-src 'self' http:\/\/localhost:8123 http:\/\/localhost:8124$/);
    assert.deepEqual((await get(own, '/config.json')).json, {
      api: 'http://localhost:8123', apis: ['http://localhost:8123', 'http://localhost:8124'],
    });
    assert.equal(await own.stop(), 0);
  });

  it('of the server itself finds the API beside it', async () => {
    assert.deepEqual((await get(server, '/config.json')).json, { api: '' });
  });

  for (const api of ['localhost:8000', 'http://a/b', 'http://a;script-src *', '']) {
    it(`an API at '${api}' is one sentence and status 2`, async () => {
      const result = await gilscope('web', '--port', '0', '--api', api);
      assert.equal(result.status, 2);
      assertOneSentence(result.stderr, /--api/);
    });
  }
});

describe('the environment', () => {
  afterEach(endEverything);

  it('sets what options set, which win', async () => {
    const env = { GILSCOPE_PORT: '0', GILSCOPE_DB: ':memory:', GILSCOPE_ALLOWED_HOST: 'a.example,b.example',
      GILSCOPE_CORS_ORIGIN: 'http://page.example', GILSCOPE_LOG_FORMAT: 'json', GILSCOPE_QUEUE: 'none' };
    const own = await startReading(['serve', '--queue', '3'], env).ready();
    for (const host of ['a.example', 'b.example:1']) {
      assert.equal((await get(own, '/api/slow?ms=1', { headers: { Host: host } })).status, 200, host);
    }
    const { headers } = await get(own, '/api/health', { headers: { Origin: 'http://page.example' } });
    assert.equal(headers['access-control-allow-origin'], 'http://page.example');
    await own.stop();
    assert.match(own.said, /^\{"time"/m);
  });

  it('is in the help, beside each option of serve', async () => {
    const { stdout } = await gilscope('serve', '--help');
    const options = [...stdout.matchAll(/^ +(?:-\w,)?--([a-z-]+)/gm)].map(([, name]) => name).filter((name) => name !== 'help');
    assert.ok(options.length >= 14, stdout);
    for (const name of options) {
      const variable = `GILSCOPE_${name.toUpperCase().replaceAll('-', '_')}`;
      assert.ok(stdout.includes(variable), variable);
    }
  });

  const wrong = [
    ['GILSCOPE_PORT', 'http'], ['GILSCOPE_PORT', '65536'], ['GILSCOPE_QUEUE', '-1'], ['GILSCOPE_MAX_STREAMS', 'many'],
    ['GILSCOPE_LOG_FORMAT', 'xml'], ['GILSCOPE_LOG_LEVEL', 'loud'], ['GILSCOPE_DEFAULT_BUILD', 'jit'],
    ['GILSCOPE_BENCHMARK_LIMIT', 'soon'], ['GILSCOPE_MAX_CONNECTIONS', '0'],
  ];
  for (const [name, value] of wrong) {
    it(`${name}=${value} is one sentence and status 2`, async () => {
      const own = startReading(name === 'GILSCOPE_PORT' ? ['serve', '--db', ':memory:'] : serveOptions, { [name]: value });
      assert.equal(await own.exited, 2);
      const option = `--${name.slice('GILSCOPE_'.length).toLowerCase().replaceAll('_', '-')}`;
      assertOneSentence(own.said, new RegExp(`${option}|${name}`));
    });
  }
});
