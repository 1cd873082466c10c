import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { ApiError } from '../../../frontend/js/api.js';
import { explain } from '../../../frontend/js/failure.js';

const failure = (status, code, more = {}) => explain(new ApiError({ status, code, message: `it was ${code}`, ...more }));

describe('a refused form', () => {
  it('shows its problems at the fields and nowhere else', () => {
    const { fields, text } = failure(422, 'validation_error', { details: { n: 'too small', workers: 'too many' } });
    assert.deepEqual(fields, { n: 'too small', workers: 'too many' });
    assert.equal(text, null);
  });

  it('tells those without a field in words', () => {
    const { fields, text } = failure(422, 'validation_error', { details: { n: 'too small', modes: 'must be some' } });
    assert.deepEqual(fields, { n: 'too small' });
    assert.deepEqual(text.sentences, ['modes must be some']);
  });

  it('without details has the message at least', () => {
    assert.deepEqual(failure(422, 'validation_error').text.sentences, ['it was validation_error']);
  });
});

describe('a failed run', () => {
  it('says when to try again', () => {
    const { title, sentences } = failure(503, 'busy', { retryAfterSeconds: 5 }).text;
    assert.equal(title, 'The server is busy');
    assert.deepEqual(sentences, ['it was busy', 'Try again in 5 s.']);
  });

  it('keeps what was measured before the deadline', () => {
    const measured = { details: [] };
    const { text, measured: kept } = failure(504, 'deadline', { details: { measured } });
    assert.equal(kept, measured);
    assert.match(text.sentences[1], /shown below/);
    assert.match(failure(504, 'deadline').text.sentences[1], /fewer repeats/);
  });

  it('shows the traceback as it is', () => {
    const traceback = 'Traceback:\n  <b>no markup</b>';
    assert.equal(failure(500, 'workload_failed', { details: { traceback } }).text.evidence, traceback);
  });

  it('says who disagreed', () => {
    const details = { '3.13 threads x2': 1, '3.13 processes x2': '2' };
    const { evidence } = failure(500, 'checksum_mismatch', { details }).text;
    assert.equal(evidence, '3.13 threads x2: 1\n3.13 processes x2: 2');
  });

  it('that nobody foresaw still has its code', () => {
    assert.equal(failure(507, 'storage_full').text.title, 'The server answered 507 (storage_full)');
  });

  it('without a server asks for it', () => {
    assert.match(failure(0, 'unreachable').text.sentences[1], /still running/);
  });
});
