// What holds for the page's files as they lie there: weight, no address outside, nothing the strict policy forbids.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../frontend');
const files = readdirSync(folder, { recursive: true })
  .map((name) => path.join(folder, name))
  .filter((name) => statSync(name).isFile());
const textOf = (file) => readFileSync(file, 'utf8');
const bytesOf = (list) => [...list].reduce((sum, file) => sum + statSync(file).size, 0);

/** What loads with the page: its files, the script and what that imports; not what is imported on demand. */
function loadedAtFirst() {
  const loaded = new Set(files.filter((file) => !file.endsWith('.js')));
  const visit = (file) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const [, name] of textOf(file).matchAll(/^(?:import|export) .*?from '(\.\/[^']+)';$/gms)) visit(path.join(path.dirname(file), name));
  };
  visit(path.join(folder, 'js', 'main.js'));
  return loaded;
}

it('weighs 120 KB at most, and less when it loads', () => {
  const first = loadedAtFirst();
  assert.ok(first.size > 20, 'the imports were found');
  assert.ok(bytesOf(first) <= 118_000, `${bytesOf(first)} bytes`);
  const all = files.filter((file) => !file.endsWith('stack_switch.js')); // that one only where there are several APIs
  assert.ok(bytesOf(all) <= 120 * 1024, `${bytesOf(all)} bytes`);
});

it('names no other site', () => {
  for (const file of files) {
    const addresses = textOf(file).match(/(https?:)?\/\/[a-z0-9.-]+\.[a-z]{2,}/gi) ?? [];
    assert.deepEqual(addresses.filter((address) => !address.includes('www.w3.org')), [], file);
  }
});

it('has no inline script or style, and makes no markup of data', () => {
  const html = textOf(path.join(folder, 'index.html'));
  assert.doesNotMatch(html, /\sstyle=|\son[a-z]+=|<style|<script(?![^>]*\ssrc=)/i);
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    assert.doesNotMatch(textOf(file), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/, file);
  }
});

it('asks for its own files by relative addresses', () => {
  const html = textOf(path.join(folder, 'index.html'));
  for (const [, address] of html.matchAll(/\s(?:src|href)="([^"#][^"]*)"/g)) assert.doesNotMatch(address, /^\//, address);
});

it('has short files', () => {
  for (const file of files) assert.ok(textOf(file).split('\n').length < 200, file);
});
