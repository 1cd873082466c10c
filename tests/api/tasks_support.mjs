// What the tests of /api/tasks share.
import http from 'node:http';

import { request } from './support.mjs';

export const json = { 'Content-Type': 'application/json' };

/** A request with a body that is JSON, or text that shall be taken for it. */
export function send(server, method, target, body, headers = {}) {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return request(server, method, target, { headers: { ...json, ...headers, 'Content-Length': Buffer.byteLength(text) }, body: text });
}

export const create = async (server, task = { title: 'a' }) => (await send(server, 'POST', '/api/tasks', task)).json;
export const remove = (server, id, headers = {}) => request(server, 'DELETE', `/api/tasks/${id}`, { headers });

/** Requests on kept-alive connections, for those that send many. */
export function keptAlive(server, connections) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const post = (task) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(task);
      const options = {
        host: '127.0.0.1', port: server.port, method: 'POST', path: '/api/tasks', agent,
        headers: { ...json, 'Content-Length': Buffer.byteLength(body) },
      };
      const outgoing = http.request(options, (incoming) => {
        const chunks = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode, json: JSON.parse(Buffer.concat(chunks).toString('utf8')) }));
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return { post, close: () => agent.destroy() };
}
