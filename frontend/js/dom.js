// Makes elements. Data only ever becomes text, never markup.

const svgNamespace = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** element('p', { class: 'note' }, 'text', child): null children are left out, so are false and null attributes. */
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(svgNamespace, name), attributes, children);
}

/** Sets text only when it changes, so that a live region doesn't speak twice. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
