// Several APIs behind one page: which of them it shows, and the way to another. Loaded where there are several.
import { h } from './dom.js';

/** The page's address says which one (?stack=2), so that a reload shows the same. */
export function indexOfShown(apis, search) {
	const asked = Number(new URLSearchParams(search).get('stack')) - 1;
	return asked in apis ? asked : 0;
}

export const searchFor = (index) => (index === 0 ? '' : `?stack=${index + 1}`);

/** Puts the choice into the header and returns the API that is shown. */
export function showStacks(apis) {
	const shown = indexOfShown(apis, location.search);
	const go = ({ target }) => location.assign(location.pathname + searchFor(target.selectedIndex));
	document.querySelector('.readouts').append(h('div', h('dt', h('label', { for: 'stack' }, 'Stack')),
		h('dd', h('select', { id: 'stack', autocomplete: 'off', onchange: go },
			apis.map((api, index) => h('option', { selected: index === shown }, api.replace(/^https?:\/\//, '')))))));
	return apis[shown];
}
