import { type ChildNode, type Element, isElement, isText, type ParentNode } from '../html/dom.ts';
import { parseTree } from '../html/parse-tree.ts';

/** Parses XML to a tree. Only XML's five entities and numeric references are expanded, and nothing outside of the text is read. */
export function parseXml(text: string): ParentNode {
  return parseTree(text, { xmlMode: true, decodeEntities: true });
}

/** Descendant elements by local name, with any prefix. */
export function elementsNamed(node: ParentNode, name: string): Element[] {
  const found: Element[] = [];
  const visit = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!isElement(child)) continue;
      if (localName(child) === name) found.push(child);
      visit(child);
    }
  };
  visit(node);
  return found;
}

/** The name of an element without its prefix. */
export function localName({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The child elements. */
export function childrenOf(node: ParentNode): Element[] {
  return node.children.filter(isElement);
}

/** The first child with a name. */
export function childNamed(node: ParentNode, name: string): Element | undefined {
  return childrenOf(node).find((child) => localName(child) === name);
}

/** All text below a node. */
export function textOf(node: ChildNode | ParentNode): string {
  if ('data' in node && isText(node as ChildNode)) return (node as { data: string }).data;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
