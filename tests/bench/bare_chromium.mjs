// Chromium with nothing attached but a pipe. Playwright listens to every request, which costs a page that makes 40 of
// them some 200 ms of its first paint; here the page loads as it does for a user.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The Chrome DevTools Protocol over descriptors 3 (to the browser) and 4 (from it): JSON, each message ended by NUL. */
function protocolOver(commands, answers) {
  const waiting = new Map();
  let last = 0;
  let rest = '';
  answers.setEncoding('utf8').on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      const settle = waiting.get(id); // events have no id: nobody waits for them
      waiting.delete(id);
      settle?.(error, result);
    }
  });
  return (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    last += 1;
    waiting.set(last, (error, result) => (error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result)));
    commands.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
  });
}

/** A tab with an empty cache: {evaluate(expression), navigate(address), close()}. `atStart` runs before any page's own scripts. */
async function openTab(send, atStart) {
  const { browserContextId } = await send('Target.createBrowserContext');
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  await send('Page.enable', {}, sessionId);
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${atStart})()` }, sessionId);
  return {
    navigate: (url) => send('Page.navigate', { url }, sessionId),
    evaluate: async (expression) => (await send('Runtime.evaluate', { expression, returnByValue: true }, sessionId)).result.value,
    close: () => send('Target.disposeBrowserContext', { browserContextId }),
  };
}

export async function startBareChromium(executable, options) {
  const profile = mkdtempSync(path.join(tmpdir(), 'gilscope-chromium-'));
  const child = spawn(executable, ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...options, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  process.on('exit', () => {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true });
  });
  const send = protocolOver(child.stdio[3], child.stdio[4]);
  return {
    openTab: (atStart) => openTab(send, atStart),
    close: async () => {
      await send('Browser.close');
      await ended;
    },
  };
}
