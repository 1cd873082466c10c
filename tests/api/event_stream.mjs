// A reader of server-sent events, for tests.
import http from 'node:http';

/**
 * Opens `target` on the server. Resolves with {status, headers, events, ended, close}: `events` grows while the stream
 * goes on ({id, name, data}, data parsed), `ended` resolves at its end.
 */
export function openStream(server, target, headers = {}) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, path: target, headers, agent: false };
    const outgoing = http.get(options, (incoming) => {
      const events = [];
      let text = '';
      incoming.setEncoding('utf8').on('data', (part) => {
        text += part;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const event = parsed(text.slice(0, end));
          if (event) events.push(event);
          text = text.slice(end + 2);
        }
      });
      const ended = new Promise((done) => {
        incoming.on('end', done);
        incoming.on('error', done);
      });
      resolve({ status: incoming.statusCode, headers: incoming.headers, events, ended, close: () => outgoing.destroy() });
    });
    outgoing.on('error', reject);
  });
}

function parsed(text) {
  const event = {};
  for (const line of text.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) event[line.slice(0, colon)] = line.slice(colon + 2);
  }
  if (!event.event) return null; // a comment
  return { id: event.id && Number(event.id), name: event.event, data: JSON.parse(event.data) };
}
