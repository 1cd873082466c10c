// Holds report files against the schema in the repository.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { root } from './support.mjs';

// Where the packages of all tests are.
const require = createRequire(path.join(root, 'tests', 'web', 'package.json'));
const Ajv = require('ajv/dist/2020').default;

const schema = JSON.parse(readFileSync(path.join(root, 'backend', 'bench', 'report.schema.json'), 'utf8'));
const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);

/** What of the report isn't as the schema says; empty if it is valid. */
export function problemsOf(report) {
  return validate(report) ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export const assertValid = (report) => assert.deepEqual(problemsOf(report), []);
