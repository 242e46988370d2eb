import type { DomHandler } from 'htmlparser2';

export type ChildNode = DomHandler['root']['children'][number];
export type Document = DomHandler['root'];
export type Element = Extract<ChildNode, { readonly attribs: unknown }>;
export type ParentNode = Document | Element;

export function isElement(node: ChildNode): node is Element {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

export function isText(node: ChildNode): node is Extract<ChildNode, { readonly type: 'text' }> {
  return node.type === 'text';
}
