// Runs as resources, against a real server with real engines: from POST to the report, and every other end.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { assertNothingLeft, endEverything, waitForEngines, workload } from './command.mjs';
import { openStream } from './event_stream.mjs';
import {
  assertError, cancel, directory, instant, json, keys, over, post, quick, send, serverFor, serverOf, show, start, startEndless, uuid,
} from './runs_support.mjs';
import { get, request, startServer } from './support.mjs';

after(endEverything);

describe('a run', () => {
  const server = serverFor();

  it('from POST to its report, its events on the way', async () => {
    const answer = await post(server, quick);
    assert.equal(answer.status, 202);
    const run = answer.json;
    assert.deepEqual(Object.keys(run), [...keys, 'report']);
    assert.match(run.id, uuid);
    assert.equal(answer.headers.location, `/api/runs/${run.id}`);
    assert.equal(run.name, 'additions, 2 workers');
    assert.ok(['queued', 'running'].includes(run.state));
    assert.deepEqual([run.failure, run.imported, run.finished_at, run.headline, run.report], [null, false, null, null, null]);
    assert.deepEqual(run.request, { ...quick, interpreters: run.request.interpreters, budget_s: null, pin: true });
    const progress = [
      'phase', 'queue_position', 'block', 'blocks_expected', 'round', 'rounds', 'elapsed_ms', 'remaining_ms', 'fraction',
    ];
    assert.deepEqual(Object.keys(run.progress), progress);

    const stream = await openStream(server, `/api/runs/${run.id}/events`);
    assert.equal(stream.status, 200);
    assert.equal(stream.headers['content-type'], 'text/event-stream');
    await stream.ended;
    const { events } = stream;
    assert.equal(events[0].name, 'state');
    assert.deepEqual(Object.keys(events[0].data), keys);
    const ids = events.filter(({ id }) => id !== undefined).map(({ id }) => id);
    assert.deepEqual(ids, ids.map((_, place) => ids[0] + place), 'ids count');
    const named = (name) => events.filter((event) => event.name === name).map(({ data }) => data);
    assert.ok(named('progress').every((data) => progress.every((key) => key in data)));
    assert.ok(named('round').length >= 2);
    assert.deepEqual(Object.keys(named('round')[0]), ['block', 'round', 'cells']);
    assert.deepEqual(named('round').map(({ round }) => round), named('round').map((_, place) => place + 1));
    assert.deepEqual(named('round')[0].cells.map(({ mode }) => mode), ['sequential', 'threads']);
    assert.ok(named('round')[0].cells.every(({ wall_ms: ms }) => ms > 0));
    assert.deepEqual(Object.keys(named('partial')[0]), ['cells', 'machine_parallelism', 'warnings']);
    assert.ok(named('partial')[0].cells.every((cell) => !('samples' in cell)));
    assert.equal(events.at(-1).name, 'end');
    assert.deepEqual(Object.keys(events.at(-1).data), keys);

    const done = await show(server, run.id);
    assert.equal(done.state, 'done');
    assert.deepEqual({ ...done, report: null }, { ...events.at(-1).data, report: null });
    for (const key of ['created_at', 'started_at', 'finished_at']) assert.match(done[key], instant);
    assert.deepEqual(Object.keys(done.machine), ['cpu_model', 'usable_cores']);
    assert.equal(done.report.kind, 'gilscope-report');
    assert.equal(done.report.workload.name, 'additions');
    assert.deepEqual(done.headline.map(({ build, verdict }) => [build, typeof verdict]), [['gil', 'string']]);
    assert.equal(done.progress, null);

    const last = events.at(-1).id;
    const resumed = async (id) => openStream(server, `/api/runs/${run.id}/events`, { 'Last-Event-ID': String(id) });
    assert.equal((await resumed(last)).status, 204);
    const missed = await resumed(last - 2);
    await missed.ended;
    assert.deepEqual(missed.events.map(({ id }) => id), [last - 1, last]);
    for (const id of ['nonsense', last + 1000]) assert.equal((await resumed(id)).status, 204, 'it is over');
    assert.equal((await openStream(server, `/api/runs/${run.id}/events`)).status, 204);

    const { runs } = (await get(server, '/api/runs')).json;
    assert.equal(runs[0].id, run.id);
    assert.deepEqual(Object.keys(runs[0]), keys);
    await assertNothingLeft(server.pid);

    const again = await start(server, { ...done.request, name: ' the same ' });
    assert.deepEqual(again.request, done.request);
    assert.equal(again.name, 'the same');
    await over(server, again.id);
  });

  it('may be a sweep over several numbers of workers', async () => {
    const asked = { ...quick, experiment: 'sweep', workers: [2, 1], modes: ['threads'] };
    const { id, name, request: complete } = await start(server, asked);
    assert.equal(name, 'additions, 1 to 2 workers');
    assert.deepEqual(complete.workers, [1, 2]);
    const { state, report, headline } = await over(server, id);
    assert.equal(state, 'done');
    assert.deepEqual([...new Set(report.cells.map(({ workers }) => workers))], [1, 2]);
    assert.equal(headline.length, 1);
  });

  it('a reader who goes away and comes back misses nothing', async () => {
    const run = await start(server, quick);
    const first = await openStream(server, `/api/runs/${run.id}/events`);
    while (!first.events.some(({ id }) => id !== undefined)) await sleep(5);
    first.close();
    const seen = first.events.at(-1).id;
    const second = await openStream(server, `/api/runs/${run.id}/events`, { 'Last-Event-ID': String(seen) });
    await second.ended;
    assert.equal(second.events[0].id, seen + 1);
    assert.equal(second.events.at(-1).name, 'end');
  });

  it('fails with the traceback of the user\'s code', async () => {
    const { id } = await start(server, { ...quick, workload: 'raises', parameters: {} });
    const { state, failure, report } = await over(server, id);
    assert.deepEqual([state, failure.code, report], ['failed', 'workload_failed', null]);
    assert.match(failure.traceback, /ZeroDivisionError/);
  });

  it('fails when modes disagree, and says who', async () => {
    const { id } = await start(server, { ...quick, workload: 'differs', parameters: {} });
    const { failure } = await over(server, id);
    assert.equal(failure.code, 'checksum_mismatch');
    assert.deepEqual([...new Set(Object.values(failure.details))].sort(), ['false', 'true']);
    await assertNothingLeft(server.pid);
  });

  for (const name of ['exits', 'segfaults', 'returns_set']) {
    it(`fails when the user's code ${name.replace('_', ' a ')}, and the server lives`, async () => {
      const { id } = await start(server, { ...quick, workload: name, parameters: {} });
      const { state, failure } = await over(server, id);
      assert.deepEqual([state, failure.code], ['failed', 'workload_failed']);
      assert.equal((await get(server, '/api/health')).status, 200);
      await assertNothingLeft(server.pid);
    });
  }

  it('is renamed, and deleted', async () => {
    const { id } = await start(server, quick);
    const target = `/api/runs/${id}`;
    assert.equal((await send(server, 'PATCH', target, { name: ' my run ' })).json.name, 'my run');
    await over(server, id);
    assert.equal((await show(server, id)).name, 'my run');
    assert.equal((await send(server, 'PATCH', target, { name: 'later' })).json.name, 'later');
    assertError(await send(server, 'PATCH', target, { name: '', colour: 1 }), 422, 'validation_error', 'name', 'colour');
    assertError(await send(server, 'PATCH', target, {}), 422, 'validation_error', 'name');
    assertError(await send(server, 'PATCH', target, []), 422, 'validation_error', 'body');
    for (const query of ['', '?x=1']) assertError(await send(server, 'PATCH', target + query, '{'), 400, 'bad_request');
    assert.equal((await request(server, 'DELETE', target)).status, 204);
    assertError(await request(server, 'DELETE', target), 404, 'not_found');
    assertError(await get(server, target), 404, 'not_found');
    assertError(await get(server, `${target}/events`), 404, 'not_found');
  });
});

describe('requests that are wrong', () => {
  const server = serverFor();

  it('name every bad field at once, before anything runs', async () => {
    const wrong = {
      experiment: 'dance', name: '', workload: 'count_primes', parameters: { n: -1, m: 2 }, workers: 0, modes: ['magic'],
      builds: [], budget_s: 'long', blocks: 0, pin: 1, colour: 'red',
    };
    const fields = [
      'experiment', 'name', 'parameters.n', 'parameters.m', 'workers', 'modes', 'builds', 'budget_s', 'blocks', 'pin',
      'colour',
    ];
    assertError(await post(server, wrong), 422, 'validation_error', ...fields);
    assertError(await post(server, {}), 422, 'validation_error', 'experiment', 'workload');
    assertError(await post(server, []), 422, 'validation_error', 'body');
    const broken = await post(server, { ...quick, workload: 'syntax_error', parameters: {} });
    assertError(broken, 422, 'validation_error', 'workload');
    assert.match(broken.json.error.details.workload, /SyntaxError/);
    assert.deepEqual((await get(server, '/api/runs')).json, { runs: [] });
    assert.equal((await get(server, '/api/openapi.json')).status, 200);
    await assertNothingLeft(server.pid);
  });

  const nobody = '0190a1b2-0000-7000-8000-000000000000';
  const cases = [
    ['text that is no JSON', 'POST', '/api/runs', '{"a":', 400, 'bad_request'],
    ['text that is no JSON, and a parameter', 'POST', '/api/runs?fast=1', '{', 400, 'bad_request'],
    ['a key given twice', 'POST', '/api/runs', '{"workers":1,"workers":2}', 400, 'bad_request'],
    ['an unknown run', 'GET', `/api/runs/${nobody}`, undefined, 404, 'not_found'],
    ['an id that is none', 'GET', '/api/runs/1', undefined, 404, 'not_found'],
    ['an id in upper case', 'GET', `/api/runs/${nobody.toUpperCase()}`, undefined, 404, 'not_found'],
    ['events of an unknown run', 'GET', `/api/runs/${nobody}/events`, undefined, 404, 'not_found'],
    ['a wrong name for an unknown run', 'PATCH', `/api/runs/${nobody}`, '{"name":7}', 404, 'not_found'],
    ['cancelling an unknown run', 'POST', `/api/runs/${nobody}/cancel`, '', 404, 'not_found'],
    ['a limit of none', 'GET', '/api/runs?limit=0', undefined, 422, 'validation_error'],
    ['a cursor that is no id', 'GET', '/api/runs?cursor=7', undefined, 422, 'validation_error'],
    ['an unknown state', 'GET', '/api/runs?state=asleep', undefined, 422, 'validation_error'],
    ['an unknown parameter', 'GET', '/api/runs?sort=name', undefined, 422, 'validation_error'],
    ['a parameter of a POST', 'POST', '/api/runs?fast=1', '{}', 422, 'validation_error'],
    ['PUT', 'PUT', '/api/runs', '{}', 405, 'method_not_allowed'],
    ['GET of the import', 'GET', '/api/runs/import', undefined, 405, 'method_not_allowed'],
  ];
  for (const [what, method, target, body, status, code] of cases) {
    it(what, async () => {
      const answer =
        body === undefined ? await request(server, method, target) : await send(server, method, target, body);
      assertError(answer, status, code);
    });
  }

  it('a body that is no application/json', async () => {
    assertError(await request(server, 'POST', '/api/runs', { body: '{}' }), 415, 'unsupported_media_type');
    const nobodys = await request(server, 'PATCH', `/api/runs/${nobody}`, { body: '{}' });
    assertError(nobodys, 415, 'unsupported_media_type');
  });

  it('HEAD of events; Allow says what works', async () => {
    assert.equal((await request(server, 'HEAD', `/api/runs/${nobody}/events`)).status, 405);
    const allow = async (target) => (await request(server, 'OPTIONS', target)).headers.allow;
    assert.equal(await allow('/api/runs'), 'GET, POST, OPTIONS');
    assert.equal(await allow(`/api/runs/${nobody}`), 'GET, PATCH, DELETE, OPTIONS');
    assert.equal(await allow('/api/runs/import'), 'POST, OPTIONS');
  });

  it('a page of another site may not start anything', async () => {
    const headers = { ...json, 'Sec-Fetch-Site': 'cross-site' };
    const answer = await request(server, 'POST', '/api/runs', { headers, body: JSON.stringify(quick) });
    assertError(answer, 403, 'forbidden_origin');
  });
});

describe('the queue', () => {
  const server = serverFor('--queue', '2');

  /** Ends what a test has left. */
  afterEach(async () => {
    const { runs } = (await get(server, '/api/runs')).json;
    for (const { id, state } of runs) if (['queued', 'running'].includes(state)) await cancel(server, id);
    for (const { id } of runs) await over(server, id);
    await assertNothingLeft(server.pid);
  });

  it('runs wait in order; a cancelled one is over at once; a live one is not deleted', async () => {
    const running = await startEndless(server);
    const second = await start(server, quick);
    const third = await start(server, quick);
    assert.deepEqual([second.state, second.progress.phase, second.progress.queue_position], ['queued', 'queued', 1]);
    assert.equal(third.progress.queue_position, 2);
    const full = await post(server, quick);
    assertError(full, 503, 'busy');
    assert.match(full.headers['retry-after'], /^[1-9]\d*$/);
    assertError(await post(server, { ...quick, workers: 0 }), 422, 'validation_error', 'workers');
    assertError(await get(server, '/api/benchmark?n=10000&workers=2&repeats=1&modes=sequential'), 503, 'busy');
    assert.equal((await get(server, '/api/runs?state=queued')).json.runs.length, 2);

    const stream = await openStream(server, `/api/runs/${third.id}/events`);
    const cancelled = await cancel(server, second.id);
    assert.deepEqual([cancelled.status, cancelled.json.state], [202, 'cancelled']);
    assert.match(cancelled.json.finished_at, instant);
    assert.equal((await show(server, third.id)).progress.queue_position, 1);
    while (!stream.events.some(({ data }) => data.queue_position === 1)) await sleep(5);
    assertError(await cancel(server, second.id), 409, 'conflict');
    for (const { id } of [running, third]) assertError(await request(server, 'DELETE', `/api/runs/${id}`), 409, 'conflict');

    const begun = performance.now();
    assert.equal((await cancel(server, running.id)).status, 202);
    const ended = await over(server, running.id);
    assert.ok(performance.now() - begun < 5_000, 'at once');
    assert.deepEqual([ended.state, ended.failure], ['cancelled', null]);
    assert.equal((await over(server, third.id)).state, 'done');
    await stream.ended;
    assert.equal(stream.events.at(-1).name, 'end');
    assertError(await cancel(server, third.id), 409, 'conflict');
  });

  it('a benchmark and a run wait for each other', async () => {
    const running = await startEndless(server);
    const benchmark = get(server, '/api/benchmark?n=10000&workers=2&repeats=1&modes=sequential');
    await sleep(300); // it stands in the queue by then, in front of the next
    const queued = await start(server, quick);
    await cancel(server, running.id);
    assert.equal((await benchmark).status, 200);
    assert.equal((await over(server, queued.id)).state, 'done');
  });

  it('a cancelled run keeps what was measured', async () => {
    const { id } = await start(server, { ...quick, blocks: 1000 });
    const stream = await openStream(server, `/api/runs/${id}/events`);
    while (!stream.events.some(({ name }) => name === 'partial')) await sleep(20);
    await cancel(server, id);
    await stream.ended;
    const { state, report, headline } = await show(server, id);
    assert.equal(state, 'cancelled');
    assert.ok(report.blocks.counted + report.blocks.disturbed >= 1);
    assert.equal(report.state, 'cancelled');
    assert.equal(headline.length, 1);
  });
});

describe('the end of the server', () => {
  it('while a workload is read that never ends: exit 0 soon', async (test) => {
    const own = path.join(directory, 'endless');
    mkdirSync(own);
    copyFileSync(workload('endless_import.py'), path.join(own, 'mine.py'));
    const server = await startServer('--log-level', 'warning', '--workloads', own);
    test.after(() => server.stop('SIGKILL'));
    const answers = [get(server, '/api/workloads')];
    await waitForEngines(server.pid); // it has the turn; came a run first, it would be accepted
    answers.push(get(server, '/api/workloads'), post(server, quick));
    await sleep(200); // all three wait by now
    const { code, ms } = await server.stop();
    assert.equal(code, 0);
    assert.ok(ms < 5_000, `${ms} ms: reading would have taken 10 s`);
    for (const answer of answers) assertError(await answer, 503, 'shutting_down');
    await assertNothingLeft();
  });

  const restarted = [
    ['SIGTERM', 0],
    ['SIGKILL', null],
  ];
  for (const [signal, wanted] of restarted) {
    it(`${signal} in mid-run: the run is failed, interrupted, and so is what waited`, async (test) => {
      const database = path.join(directory, `${signal}.db`);
      const server = await serverOf(test, '--db', database);
      const running = await startEndless(server);
      const queued = await start(server, quick);
      const stream = await openStream(server, `/api/runs/${running.id}/events`);
      const { code, ms } = await server.stop(signal);
      assert.equal(code, wanted);
      assert.ok(ms < 5_000, `${ms} ms: the contract says 2 s, on a machine that isn't busy`);
      await stream.ended;
      if (signal === 'SIGTERM') {
        assert.equal(stream.events.at(-1).name, 'end');
        assert.equal(stream.events.at(-1).data.failure.code, 'interrupted');
      }
      await assertNothingLeft();

      const next = await serverOf(test, '--db', database);
      for (const { id } of [running, queued]) {
        const { state, failure, finished_at: at, progress } = await show(next, id);
        assert.deepEqual([state, failure.code, progress], ['failed', 'interrupted', null]);
        assert.match(at, instant);
        assert.equal((await openStream(next, `/api/runs/${id}/events`)).status, 204);
      }
      const { id } = await start(next, quick);
      assert.equal((await over(next, id)).state, 'done');
      assert.deepEqual((await get(next, '/api/runs')).json.runs.map((run) => run.id), [id, queued.id, running.id]);
      await next.stop();
    });
  }
});
