import { DomHandler, Parser, type ParserOptions } from 'htmlparser2';
import type { Document } from './dom.ts';

/** Deeper elements are removed and their text stays: such nesting is an attempt to exhaust the reader. */
const DEEPEST = 200;

/** Parses HTML, or XML with `xmlMode`, to a tree. Nothing is fetched, and only the format's own entities are expanded. */
export function parseTree(text: string, options: ParserOptions = {}): Document {
  const handler = new BoundedHandler();
  new Parser(handler, options).end(text);
  return handler.root;
}

class BoundedHandler extends DomHandler {
  #depth = 0;

  override onopentag(name: string, attribs: Record<string, string>): void {
    if (this.#depth++ < DEEPEST) super.onopentag(name, attribs);
  }

  override onclosetag(): void {
    if (--this.#depth < DEEPEST) super.onclosetag();
  }
}
