import { type ChildNode, type Element, isElement, isText, type ParentNode } from '../html/dom.ts';

/** A formula of MathML or Office (OMML) on one line: `(a+b)/(2c)`, `x^2`, `√(y)`, `∑_(i=1)^n i`. Unknown elements are read as their text. */
export function mathToText(node: ParentNode): string {
  return partsOf(node).map(partToText).join('');
}

function partToText(part: ChildNode): string {
  return isText(part) ? part.data.trim() : isElement(part) ? elementToText(part) : '';
}

function elementToText(element: Element): string {
  const name = element.name.slice(element.name.indexOf(':') + 1);
  // Left out: the same formula in another notation, and layout properties.
  if (name === 'annotation' || name === 'annotation-xml' || name.endsWith('Pr')) return '';
  const parts = partsOf(element);
  // Each part is read once: formulas are nested, and reading a level twice would take exponential time.
  const texts = parts.map(partToText);
  const children = parts.flatMap((part, i) => (isElement(part) ? [texts[i] ?? ''] : []));
  const [first = '', second = '', third = ''] = children;
  const named = (wanted: string): string =>
    texts[parts.findIndex((each) => isElement(each) && each.name.endsWith(`:${wanted}`))] ?? '';
  switch (name) {
    case 'mfrac':
      return `${group(first)}/${group(second)}`;
    case 'msup':
    case 'mover':
      return `${group(first)}^${group(second)}`;
    case 'msub':
    case 'munder':
      return `${group(first)}_${group(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${group(first)}_${group(second)}^${group(third)}`;
    case 'msqrt':
      return `√(${children.join('')})`;
    case 'mroot':
      return `root(${second}; ${first})`;
    case 'mtable':
      return `[${children.join('; ')}]`;
    case 'mtr':
      return children.join(', ');
    case 'mfenced':
      return `(${children.join(', ')})`;
    case 'f':
      return `${group(named('num'))}/${group(named('den'))}`;
    case 'rad':
      return named('deg') === '' ? `√(${named('e')})` : `root(${named('deg')}; ${named('e')})`;
    case 'd':
      return `(${children.filter((each) => each !== '').join(', ')})`;
    case 'm':
      return `[${children.filter((each) => each !== '').join('; ')}]`;
    case 'mr':
      return children.join(', ');
    case 'nary':
      return `${signOf(element)}${script('_', named('sub'))}${script('^', named('sup'))} ${named('e')}`;
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return `${group(named('e'))}${script('_', named('sub'))}${script('^', named('sup'))}`;
    default:
      return texts.join('');
  }
}

function partsOf(node: ParentNode): ChildNode[] {
  return node.children.filter((child) => !isText(child) || child.data.trim() !== '');
}

/** The symbol of a sum or an integral, which Word writes only if it is not an integral. */
function signOf(element: Element): string {
  const find = (node: ParentNode): string | undefined => {
    for (const child of node.children.filter(isElement)) {
      const found = child.name.endsWith(':chr') ? child.attribs['m:val'] : find(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const properties = element.children.filter(isElement).find(({ name }) => name.endsWith(':naryPr'));
  return (properties === undefined ? undefined : find(properties)) ?? '∫';
}

function script(sign: '_' | '^', text: string): string {
  return text === '' ? '' : `${sign}${group(text)}`;
}

/** A single character or number needs no brackets. */
function group(text: string): string {
  if (text.length > 0 && String.fromCodePoint(text.codePointAt(0) ?? 0) === text) return text;
  for (const sign of text) if (sign < '0' || sign > '9') return `(${text})`;
  return text === '' ? '()' : text;
}
