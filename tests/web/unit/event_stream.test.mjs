import assert from 'node:assert/strict';
import { it } from 'node:test';

import { createEventParser } from '../../../frontend/js/event_stream.js';

function eventsOf(...pieces) {
  const events = [];
  const feed = createEventParser(({ type, data }) => events.push([type, data]));
  pieces.forEach(feed);
  return events;
}

const text = 'id: 1\nevent: state\ndata: {"a":1}\n\n: keep-alive\n\nid: 2\nevent: progress\ndata: [2]\n\ndata: 3\n\n';
const events = [['state', { a: 1 }], ['progress', [2]], ['message', 3]];

it('events are found however the pieces are cut', () => {
  for (const size of [1, 2, 7, 1000]) {
    assert.deepEqual(eventsOf(...text.match(new RegExp(`[^]{1,${size}}`, 'g'))), events, `pieces of ${size}`);
  }
});

it('lines may end as they like, and data may have several', () => {
  assert.deepEqual(eventsOf('event: x\r\ndata: {"a":\r\ndata: 1}\r\n\r\n'), [['x', { a: 1 }]]);
});

it('what is no JSON, or not whole, is no event', () => {
  assert.deepEqual(eventsOf('data: {broken\n\n', 'event: x\n\n', ': only a comment\n\n', 'data: 1\n'), []);
});
