import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { ApiError } from '../../../frontend/js/api.js';
import { explain, textOf } from '../../../frontend/js/failure.js';

const known = ['n', 'workers', 'modes'];
const failure = (status, code, more = {}) => explain(new ApiError({ status, code, message: `it was ${code}`, ...more }), known);

describe('a refused form', () => {
  it('shows its problems at the fields and nowhere else', () => {
    const { fields, text } = failure(422, 'validation_error', { details: { 'parameters.n': 'too small', workers: 'too many' } });
    assert.deepEqual(fields, { n: 'too small', workers: 'too many' });
    assert.equal(text, null);
  });

  it('tells those without a field in words', () => {
    const { fields, text } = failure(422, 'validation_error', { details: { n: 'too small', pin: 'must be a flag' } });
    assert.deepEqual(fields, { n: 'too small' });
    assert.deepEqual(text.sentences, ['pin must be a flag']);
  });

  it('without details has the message at least', () => {
    assert.deepEqual(failure(422, 'validation_error').text.sentences, ['it was validation_error']);
  });
});

describe('a failure', () => {
  it('says when to try again', () => {
    const { title, sentences } = failure(503, 'busy', { retryAfterSeconds: 5 }).text;
    assert.equal(title, 'Busy (503)');
    assert.deepEqual(sentences, ['it was busy', 'Try again in 5 s.']);
  });

  it('shows the traceback as it is, of an error and of a run', () => {
    const traceback = 'Traceback:\n  <b>no markup</b>';
    assert.equal(failure(500, 'workload_failed', { details: { traceback } }).text.evidence, traceback);
    assert.equal(textOf({ code: 'workload_failed', message: 'm', traceback }).evidence, traceback);
  });

  it('says who disagreed', () => {
    const details = { '3.13 threads x2': 1, '3.13 processes x2': '2' };
    assert.equal(textOf({ code: 'checksum_mismatch', message: 'm', details }).evidence, '3.13 threads x2: 1\n3.13 processes x2: 2');
  });

  it('is called by its code', () => {
    assert.equal(failure(507, 'storage_full').text.title, 'Storage full (507)');
    assert.equal(textOf({ code: 'interrupted', message: 'm' }).title, 'Interrupted');
  });
});
