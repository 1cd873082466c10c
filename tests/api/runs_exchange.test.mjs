// Runs that leave and come (export, import), and two runs side by side.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { endEverything } from './command.mjs';
import { openStream } from './event_stream.mjs';
import {
  assertError, cancel, json, keys, over, post, quick, send, serverFor, start, startEndless,
} from './runs_support.mjs';
import { get, request } from './support.mjs';

after(endEverything);

describe('runs that leave and come', () => {
  const server = serverFor();
  let run;
  let exported;
  before(async () => {
    run = await over(server, (await start(server, { ...quick, name: 'original' })).id);
    exported = await get(server, `/api/runs/${run.id}/export`);
  });
  const importText = (text) => send(server, 'POST', '/api/runs/import', text);

  it('an export is the report, as a file; imported, it is the same', async () => {
    assert.equal(exported.status, 200);
    assert.match(exported.headers['content-disposition'], new RegExp(`attachment; filename="gilscope-${run.id}.json"`));
    assert.deepEqual(exported.json, run.report);
    const answer = await importText(exported.text);
    assert.equal(answer.status, 201, answer.text);
    const imported = answer.json;
    assert.equal(answer.headers.location, `/api/runs/${imported.id}`);
    assert.deepEqual([imported.imported, imported.state, imported.name], [true, 'done', 'additions, 2 workers']);
    assert.equal(imported.started_at.slice(0, 19), run.report.started_at.slice(0, 19));
    assert.deepEqual([imported.report, imported.headline], [run.report, run.headline]);
    assert.deepEqual(imported.machine, run.machine);
    assert.equal((await get(server, `/api/runs/${imported.id}/export?format=json`)).text, exported.text);
    assert.equal((await openStream(server, `/api/runs/${imported.id}/events`)).status, 204);
  });

  it('the same as a table, as text and as a picture', async () => {
    const types = { csv: 'text/csv', markdown: 'text/markdown' };
    for (const [format, type] of Object.entries(types)) {
      const { status, headers, text } = await get(server, `/api/runs/${run.id}/export?format=${format}`);
      assert.deepEqual([status, headers['content-type'].split(';')[0]], [200, type]);
      assert.match(headers['content-disposition'], /attachment; filename="gilscope-.*\.(csv|md)"/);
      assert.match(text, /threads/);
    }
    const picture = await get(server, `/api/runs/${run.id}/chart.svg?kind=time`);
    assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/svg+xml; charset=utf-8']);
    assert.match(picture.text, /^<svg[^]*data-mode="threads"[^]*<\/svg>\s*$/);
    assertError(await get(server, `/api/runs/${run.id}/chart.svg?kind=pie`), 422, 'validation_error', 'kind');
  });

  it('a whole resource is taken as well, with its name', async () => {
    const whole = await get(server, `/api/runs/${run.id}`);
    const { json: imported, status } = await importText(whole.text);
    assert.equal(status, 201);
    assert.equal(imported.name, 'original');
    assert.notEqual(imported.id, run.id);
    assert.deepEqual(imported.report, run.report);
  });

  it('a report of more than a mebibyte is taken here, and nowhere else', async () => {
    const large = JSON.stringify({ ...run.report, output: 'x'.repeat(2 << 20) });
    const { status } = await importText(large);
    assert.ok([201, 422].includes(status), `${status}: within the limit of bytes, whatever the reader says of it`);
    assertError(await post(server, `"${'x'.repeat(2 << 20)}"`), 413, 'payload_too_large');
    const head = { ...json, 'Content-Length': (32 << 20) + 1, Expect: '100-continue' };
    assertError(await request(server, 'POST', '/api/runs/import', { headers: head }), 413, 'payload_too_large');
  });

  const spoil = (change) => () => {
    const report = structuredClone(run.report);
    change(report);
    return JSON.stringify(report);
  };
  const hostile = [
    ['nothing', () => '', 400],
    ['half a report', () => exported.text.slice(0, exported.text.length / 2), 400],
    ['a byte order mark', () => `\ufeff${exported.text}`, 400],
    ['no report', () => '{"a":1}', 422],
    ['a list', () => '[]', 422],
    ['a resource without a report', () => '{"name":"x","report":null}', 422],
    ['a name that is too long', () => JSON.stringify({ name: 'x'.repeat(201), report: run.report }), 422],
    ['100,000 brackets', () => '['.repeat(100_000) + ']'.repeat(100_000), 422],
    ['a newer schema', spoil((report) => (report.schema = 1000)), 422],
    ['another kind', spoil((report) => (report.kind = 'holiday')), 422],
    ['a negative time', spoil((report) => (report.cells[0].samples.wall_ns[0] = -1)), 422],
    ['a column that is too short', spoil((report) => report.cells[0].samples.wall_ns.pop()), 422],
    ['the same cell twice', spoil((report) => report.cells.push(report.cells[0])), 422],
    ['a wrong type', spoil((report) => (report.cells = 'all')), 422],
  ];
  for (const [what, text, status] of hostile) {
    it(`refused: ${what}`, async () => {
      const { runs } = (await get(server, '/api/runs')).json;
      const answer = await importText(text());
      assertError(answer, status, status === 400 ? 'bad_request' : 'validation_error');
      assert.equal((await get(server, '/api/runs')).json.runs.length, runs.length, 'nothing is stored');
    });
  }

  it('the list goes page by page, newest first', async () => {
    const whole = (await get(server, '/api/runs')).json.runs.map(({ id }) => id);
    assert.deepEqual(whole, [...whole].sort().reverse());
    const paged = [];
    for (let target = '/api/runs?limit=2'; target; ) {
      const { json: page, headers } = await get(server, target);
      paged.push(...page.runs.map(({ id }) => id));
      target = headers.link?.match(/^<([^>]+)>; rel="next"$/)[1];
      if (target) await request(server, 'DELETE', `/api/runs/${paged.at(-1)}`); // a cursor survives its deletion
      if (target) assert.equal(page.runs.length, 2);
    }
    assert.deepEqual(paged, whole);
    assert.deepEqual((await get(server, '/api/runs?state=failed')).json.runs, []);
  });

  it('an unfinished run has nothing to export; unknown formats are refused', async () => {
    const live = await startEndless(server);
    assertError(await get(server, `/api/runs/${live.id}/export`), 409, 'conflict');
    await cancel(server, live.id);
    assertError(await get(server, `/api/runs/${live.id}/export?format=xml`), 422, 'validation_error', 'format');
    await over(server, live.id);
  });
});

describe('a comparison', () => {
  const server = serverFor();

  it('sets two runs side by side, and says what speaks against it', async () => {
    const a = await over(server, (await start(server, { ...quick, modes: ['threads', 'processes'] })).id);
    const b = await over(server, (await start(server, { ...quick, parameters: { n: 4000 } })).id);
    const { status, json: compared } = await get(server, `/api/runs/${a.id}/compare?with=${b.id}`);
    assert.equal(status, 200);
    assert.deepEqual([compared.a.id, compared.b.id], [a.id, b.id]);
    assert.deepEqual(Object.keys(compared.a), keys);
    assert.deepEqual(compared.cells.map(({ mode }) => mode), ['sequential', 'threads', 'processes']);
    const [sequential, , processes] = compared.cells;
    assert.deepEqual(Object.keys(sequential), [
      'interpreter', 'build', 'mode', 'workers', 'a', 'b', 'time_ratio', 'significant',
    ]);
    assert.ok(sequential.time_ratio.value > 1.5, 'four times the work');
    assert.deepEqual([sequential.time_ratio.low, sequential.significant], [null, false], 'one block has no interval');
    assert.deepEqual([processes.b, processes.time_ratio], [null, null]);
    assert.ok(compared.reservations.some((sentence) => /parameters/.test(sentence)));
    assert.ok(compared.reservations.some((sentence) => /1 block, too few/.test(sentence)));

    const without = (query) => get(server, `/api/runs/${a.id}/compare${query}`);
    assertError(await without(''), 422, 'validation_error', 'with');
    assertError(await without('?with=7'), 422, 'validation_error', 'with');
    const failed = await over(server, (await start(server, { ...quick, workload: 'raises', parameters: {} })).id);
    assertError(await without(`?with=${failed.id}`), 409, 'conflict');
  });
});
