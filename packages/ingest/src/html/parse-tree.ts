import { DomHandler, Parser, type ParserOptions } from 'htmlparser2';
import type { Document } from './dom.ts';

/** Deeper elements are left out of the tree and their text stays: files are nested so deep to exhaust whoever reads them. */
const DEEPEST = 200;

/** HTML as a tree, or XML with `xmlMode`. Nothing is fetched, and no entity but those of the format is expanded. */
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
