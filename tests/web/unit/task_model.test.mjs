import assert from 'node:assert/strict';
import { it } from 'node:test';

import { contentOf, differences, etagOf, isShown, labelOf } from '../../../frontend/js/task_model.js';

const task = { id: '1', title: 'a', description: '', status: 'in_progress', priority: 'low', created_at: 'c', updated_at: '2026-01-01T00:00:00.000001+00:00' };

it('a tag follows from the time of the last change', () => assert.equal(etagOf(task), '"2026-01-01T00:00:00.000001+00:00"'));

it('two versions differ where their contents do', () => {
  assert.deepEqual(differences(task, { ...task, updated_at: 'later' }), []);
  assert.deepEqual(differences({ ...task, title: 'mine' }, { ...task, status: 'done' }),
    [{ field: 'status', mine: 'in_progress', theirs: 'done' }, { field: 'title', mine: 'mine', theirs: 'a' }]);
});

it('what is made again is the content', () => {
  assert.deepEqual(contentOf(task), { title: 'a', description: '', status: 'in_progress', priority: 'low' });
});

it('names are for people, filters are not strict about none', () => {
  assert.equal(labelOf('in_progress'), 'In progress');
  assert.ok(isShown(task, null) && isShown(task, 'in_progress') && !isShown(task, 'done'));
});
