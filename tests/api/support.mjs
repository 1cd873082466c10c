// What the API tests share: a real server as a child process, plain requests, and raw bytes on a socket.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const program = process.env.GILSCOPE ?? path.join(root, 'build', 'gilscope');
const startTimeoutMs = 20_000;

// No test touches the user's own data, whoever starts the server.
process.env.GILSCOPE_DB = ':memory:';

/**
 * Starts `gilscope serve`, on a free port unless --port is among the options, with a database in memory unless --db is.
 * The caller awaits stop() in the end.
 */
export async function startServer(...options) {
  const port0 = options.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(program, ['serve', ...port0, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const port = await portFrom(child, exited);
  return {
    pid: child.pid,
    port,
    host: `127.0.0.1:${port}`,
    /** Asks it to stop; its exit status and how long that took. */
    async stop(signal = 'SIGTERM') {
      const begun = performance.now();
      child.kill(signal);
      const { code } = await exited;
      return { code, ms: performance.now() - begun };
    },
  };
}

async function portFrom(child, exited) {
  let said = '';
  const found = new Promise((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      // Read for as long as it lives: a full pipe would block the server.
      if (said.length < 100_000) said += text;
      const match = said.match(/http:\/\/127\.0\.0\.1:(\d+)/);
      if (match) resolve(Number(match[1]));
    });
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  const port = await Promise.race([found, exited.then(() => null)]);
  clearTimeout(timer);
  if (port === null) throw new Error(`${program} did not start:\n${said}`);
  return port;
}

/** One request on a connection of its own. `json` is the parsed body of a JSON answer. */
export function request(server, method, target, { headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, method, path: target, headers, agent: false };
    const outgoing = http.request(options, async (incoming) => {
      const chunks = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('utf8');
      const isJson = incoming.headers['content-type']?.startsWith('application/json') && text !== '';
      resolve({
        status: incoming.statusCode,
        headers: incoming.headers,
        text,
        json: isJson ? JSON.parse(text) : undefined,
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export const get = (server, target, options) => request(server, 'GET', target, options);

/** A connection on which exactly these bytes are sent. */
export class RawConnection {
  #received = '';
  #changed = withResolvers();
  #ended = false;

  static async open(server) {
    const socket = net.connect({ port: server.port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  constructor(socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text) => this.#notice(() => (this.#received += text)));
    socket.on('error', () => this.#notice(() => (this.#ended = true)));
    socket.on('end', () => this.#notice(() => (this.#ended = true)));
  }

  #notice(change) {
    change();
    const changed = this.#changed;
    this.#changed = withResolvers();
    changed.resolve();
  }

  send(bytes) {
    this.socket.write(Buffer.from(bytes, 'latin1'));
  }

  /** What has arrived when `enough(text)` holds, the server has ended, or the time is over. */
  async receive(enough = () => false, timeoutMs = 5_000) {
    const deadline = performance.now() + timeoutMs;
    while (!this.#ended && !enough(this.#received)) {
      const left = deadline - performance.now();
      if (left <= 0) break;
      await Promise.race([this.#changed.promise, sleep(left)]);
    }
    return this.#received;
  }

  /** Everything, if the server ends the connection in time; else it throws. */
  async receiveAll(timeoutMs = 5_000) {
    const text = await this.receive(() => false, timeoutMs);
    if (!this.#ended) throw new Error(`the server did not end the connection; it sent: ${text}`);
    return text;
  }

  close() {
    this.socket.destroy();
  }
}

function withResolvers() {
  const resolvers = {};
  resolvers.promise = new Promise((resolve, reject) => Object.assign(resolvers, { resolve, reject }));
  return resolvers;
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** Sends bytes on a new connection and returns everything up to its end. */
export async function exchangeRaw(server, bytes) {
  const connection = await RawConnection.open(server);
  connection.send(bytes);
  try {
    return await connection.receiveAll();
  } finally {
    connection.close();
  }
}

/** Number of answers in a raw text. */
export const countAnswers = (text) => text.split('HTTP/1.1 ').length - 1;
export const statusOf = (text) => Number(text.match(/^HTTP\/1\.1 (\d{3})/)?.[1]);
/** The error code in the (first) JSON body of a raw answer. */
export const codeOf = (text) => text.match(/"code":"([a-z_]+)"/)?.[1];
