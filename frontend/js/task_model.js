// Tasks as the console shows them. Pure.
import * as say from './format.js';

export const statuses = ['pending', 'in_progress', 'done'];
export const priorities = ['low', 'medium', 'high'];
export const editable = ['status', 'title', 'priority', 'description'];

/** From the time of the last change, so a list is enough. */
export const etagOf = (task) => `"${task.updated_at}"`;

export const labelOf = (value) => say.capitalised(say.words(value));

/** Fields in which the two versions differ: [{field, mine, theirs}]. */
export const differences = (mine, theirs) => editable.filter((field) => mine[field] !== theirs[field])
	.map((field) => ({ field, mine: mine[field], theirs: theirs[field] }));

/** What a deleted task is made of again. */
export const contentOf = ({ title, description, status, priority }) => ({ title, description, status, priority });

/** `status`: the filter, null for all. */
export const isShown = (task, status) => status === null || task.status === status;
