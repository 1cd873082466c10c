// Each document of deploy/kubernetes against the schema of its kind, and what the documents must say together.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { parseAllDocuments } from 'yaml';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const folder = path.join(root, 'deploy/kubernetes');
const require = createRequire(import.meta.url);

function documentsOf(file) {
  const parsed = parseAllDocuments(readFileSync(path.join(folder, file), 'utf8'), { strict: true, uniqueKeys: true });
  for (const { errors, warnings } of parsed) assert.deepEqual([...errors, ...warnings], []);
  return parsed.map((document) => document.toJS());
}

const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const all = files.flatMap((file) => documentsOf(file).map((document) => ({ file, document })));
const of = (kind) => all.find(({ document }) => document.kind === kind).document;

/** The document as its validator sees it. `unseen()` lists the fields that no schema has looked at: it knows none of them. */
function watched(value, place = '', prototype = Object.prototype) {
  if (value === null || typeof value !== 'object') return { value, unseen: () => [] };
  const children = new Map(Object.entries(value).map(([key, child]) => [key, watched(child, `${place}/${key}`)]));
  const seen = new Set();
  const view = new Proxy(Array.isArray(value) ? [] : Object.create(prototype), {
    has: (_, key) => children.has(key),
    get: (target, key) => {
      seen.add(key);
      if (key === 'length' && Array.isArray(value)) return value.length;
      return children.get(key)?.value ?? (children.has(key) ? null : target[key]);
    },
    // A map of anything, such as labels: all its keys are looked at.
    ownKeys: () => [...children.keys()],
    getOwnPropertyDescriptor: (_, key) => (children.has(key) ? { enumerable: true, configurable: true, value: children.get(key).value } : undefined),
  });
  const unseen = () => [...children].flatMap(([key, child]) => (seen.has(key) ? child.unseen() : [`${place}/${key}`]));
  return { value: view, unseen };
}

/** What is wrong with a document: nothing, or sentences. */
function problemsOf(document) {
  const { apiVersion, kind } = document;
  const Model = require(`kubernetes-models/${apiVersion}/${kind}`)[kind];
  const { value, unseen } = watched(document, '', Model.prototype);
  try {
    value.validate();
  } catch (error) {
    return [error.message];
  }
  return unseen().map((place) => `${place} is no field of a ${kind}`);
}

it('there are documents to check', () => {
  assert.deepEqual(all.map(({ document }) => document.kind).sort(), ['Deployment', 'Job', 'PersistentVolumeClaim', 'Service']);
});

for (const { file, document } of all) {
  it(`${file}: the ${document.kind} fits its schema`, () => assert.deepEqual(problemsOf(document), []));
}

describe('the check itself', () => {
  const broken = (kind, change) => {
    const document = structuredClone(of(kind));
    change(document);
    return problemsOf(document);
  };
  const container = (document) => document.spec.template.spec.containers[0];
  for (const { name, kind, change, problem } of [
    { name: 'a wrong type', kind: 'Deployment', change: (d) => (d.spec.replicas = 'one'), problem: /replicas must be integer/ },
    { name: 'a missing field', kind: 'Job', change: (d) => delete container(d).name, problem: /required property name/ },
    { name: 'a field that does not exist', kind: 'Deployment', change: (d) => (container(d).readynessProbe = {}), problem: /readynessProbe is no field/ },
    { name: 'one far down', kind: 'Job', change: (d) => (container(d).securityContext.readOnlyRootFileSystem = true), problem: /readOnlyRootFileSystem is no field/ },
    { name: 'one at the top', kind: 'Service', change: (d) => (d.specs = {}), problem: /specs is no field/ },
  ]) {
    it(`finds ${name}`, () => assert.match(broken(kind, change).join('\n'), problem));
  }
});

describe('every pod', () => {
  for (const kind of ['Deployment', 'Job']) {
    const pod = of(kind).spec.template.spec;
    it(`of the ${kind} runs without privileges, on a root file system that can only be read`, () => {
      assert.equal(pod.securityContext.runAsNonRoot, true);
      assert.ok(pod.securityContext.runAsUser > 0);
      assert.equal(pod.securityContext.seccompProfile.type, 'RuntimeDefault');
      assert.equal(pod.automountServiceAccountToken, false);
      for (const { securityContext } of pod.containers) {
        assert.equal(securityContext.allowPrivilegeEscalation, false);
        assert.equal(securityContext.readOnlyRootFilesystem, true);
        assert.deepEqual(securityContext.capabilities, { drop: ['ALL'] });
      }
    });

    it(`of the ${kind} gets no variables from services, since GILSCOPE_PORT is an option`, () =>
      assert.equal(pod.enableServiceLinks, false));

    it(`of the ${kind} has whole cores of its own, and a place for temporary files`, () => {
      for (const { resources, volumeMounts } of pod.containers) {
        assert.deepEqual(resources.requests, resources.limits);
        assert.match(resources.limits.cpu, /^\d+$/);
        assert.ok(volumeMounts.some(({ mountPath }) => mountPath === '/tmp'));
      }
    });
  }

  it('runs as the user of the image', () => {
    const [, user] = /^USER (\d+):/m.exec(readFileSync(path.join(root, 'backend/Dockerfile'), 'utf8'));
    for (const kind of ['Deployment', 'Job']) assert.equal(of(kind).spec.template.spec.securityContext.runAsUser, Number(user));
  });
});

describe('the server', () => {
  const { metadata, spec: pod } = of('Deployment').spec.template;
  const [container] = pod.containers;

  it('is probed at its health, which is open to every host name', () => {
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      assert.deepEqual(container[probe].httpGet, { path: '/api/health', port: 'http' });
    }
  });

  it('is found by Prometheus', () => {
    const { port } = Object.fromEntries(container.ports.map(({ containerPort }) => ['port', `${containerPort}`]));
    assert.deepEqual(metadata.annotations, {
      'prometheus.io/scrape': 'true', 'prometheus.io/port': port, 'prometheus.io/path': '/metrics',
    });
  });

  it('has its service and its volume, and knows the name under which the job calls it', () => {
    const service = of('Service');
    assert.deepEqual(service.spec.selector, metadata.labels);
    assert.equal(pod.volumes.find(({ name }) => name === 'data').persistentVolumeClaim.claimName, of('PersistentVolumeClaim').metadata.name);
    const allowed = container.env.find(({ name }) => name === 'GILSCOPE_ALLOWED_HOST').value;
    assert.equal(allowed, service.metadata.name);
    const [call] = of('Job').spec.template.spec.containers[0].args;
    assert.ok(call.includes(`--send http://${service.metadata.name}:${service.spec.ports[0].port}`), call);
  });
});

it('the job gives each of its pods an index and a node of its own', () => {
  const { spec } = of('Job');
  assert.equal(spec.completionMode, 'Indexed');
  assert.equal(spec.completions, spec.parallelism);
  assert.ok(spec.completions > 1);
  const [{ topologyKey, labelSelector }] = spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;
  assert.equal(topologyKey, 'kubernetes.io/hostname');
  assert.ok(labelSelector.matchExpressions[0].values.includes(spec.template.metadata.labels['app.kubernetes.io/name']));
});
