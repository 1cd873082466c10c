// What is in the image, and what isn't.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { baseImage, docker, image, report } from './support.mjs';

const largestMegabytes = 200;

const inspect = async (name, format) => JSON.parse(await docker('image', 'inspect', '-f', `{{json ${format}}}`, name));

it(`adds at most ${largestMegabytes} MB to its base`, async () => {
  const megabytes = ((await inspect(image, '.Size')) - (await inspect(baseImage, '.Size'))) / 1e6;
  report(`the image adds ${megabytes.toFixed(1)} MB to its base`);
  assert.ok(megabytes <= largestMegabytes, `${megabytes.toFixed(1)} MB`);
});

it('is labelled with the version of its program', async () => {
  const labels = await inspect(image, '.Config.Labels');
  assert.equal(labels['org.opencontainers.image.title'], 'Gilscope');
  assert.equal(labels['org.opencontainers.image.version'], await docker('run', '--rm', image, '--version'));
});

it('names its user by number, so that Kubernetes can see that it is not root', async () => {
  assert.match(await inspect(image, '.Config.User'), /^[1-9]\d*:[1-9]\d*$/);
});

it('has no compiler, no headers and no tests', async () => {
  const unwanted = ['*/bin/*gcc*', '*/bin/*++*', '*/cc1*', '*/cmake', '*/Python.h', '*/python3*/test', '*.a', '*/unit_tests'];
  const any = unwanted.flatMap((pattern) => ['-o', '-path', pattern]).slice(1);
  // As root, who may look everywhere.
  const found = await docker('run', '--rm', '--user', '0', '--entrypoint', 'find', image, '/', '-xdev', '(', ...any, ')');
  assert.equal(found, '');
});

it('has both engines, which start and are usable', async () => {
  const { engines } = JSON.parse(await docker('run', '--rm', image, 'doctor', '--json').catch(({ stdout }) => stdout));
  assert.deepEqual(engines.map(({ build, problem }) => [build, problem]), [['gil', null], ['ft', null]]);
  report(engines.map(({ version, build, optimization, compiler }) => `Python ${version} ${build} ${optimization} ${compiler}`).join('; '));
});

it('runs a comparison by itself, on a root file system that can only be read', async () => {
  const text = await docker('run', '--rm', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', image,
    'run', 'count_primes', '-p', 'n=20000', '-w', '2', '--blocks', '1', '--json', '-').catch(({ code, stdout }) => {
    assert.equal(code, 3, 'a quick look has reservations');
    return stdout;
  });
  const { state, cells } = JSON.parse(text);
  assert.equal(state, 'done');
  assert.equal(cells.filter(({ unavailable }) => unavailable === null).length, 8);
  assert.deepEqual([...new Set(cells.map(({ checksum }) => checksum))], ['2262']);
});
