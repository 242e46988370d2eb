import type { Element } from '../html/dom.ts';
import { dropUnseen } from '../html/drop-unseen.ts';
import { parseTree } from '../html/parse-tree.ts';
import { htmlToBlocks } from '../markdown/from-html.ts';
import { decodeText } from '../text/decode-text.ts';
import { toDay } from '../text/to-day.ts';
import { childNamed, elementsNamed, parseXml, textOf } from '../zip/parse-xml.ts';
import type { FormatReader, ReadParts } from './format-reader.ts';

/** Feeds: one document per entry. */
export const reader: FormatReader = {
  extractor: 'memora-feed@3',
  read: async function* ({ bytes, charset, url }): AsyncGenerator<ReadParts> {
    const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
    const { text } = await decodeText(
      bytes,
      charset ?? /encoding=["']([\w:-]{2,30})/i.exec(head)?.[1] ?? null,
    );
    const feed = parseXml(text);
    const entries = [...elementsNamed(feed, 'item'), ...elementsNamed(feed, 'entry')];
    for (const entry of entries) yield readEntry(entry, url);
  },
};

function readEntry(entry: Element, url: string | null): ReadParts {
  const first = (...names: readonly string[]) =>
    names
      .map((name) => childNamed(entry, name))
      .find((node) => node !== undefined && textOf(node).trim() !== '');
  const plain = (...names: readonly string[]) => {
    const node = first(...names);
    return node === undefined ? '' : textOf(node).replace(/\s+/gu, ' ').trim();
  };
  const body = first('encoded', 'content', 'description', 'summary');
  const isTree = body !== undefined && body.attribs['type'] === 'xhtml';
  const page = body === undefined || isTree ? null : parseTree(textOf(body));
  const leftOut = page === null ? {} : dropUnseen(page);
  const link = childNamed(entry, 'link');
  const address = link?.attribs['href'] ?? plain('link');
  const published = toDay(plain('published', 'pubDate', 'date', 'updated'));
  const author = childNamed(entry, 'author');
  const name = author === undefined ? undefined : childNamed(author, 'name');
  const title = parseTree(plain('title'));
  return {
    title: textOf(title),
    blocks: htmlToBlocks(page ?? body ?? '', { url: address || url }).map(({ text }) => ({ text })),
    meta: {
      authors: [name !== undefined ? textOf(name) : plain('creator', 'author')],
      ...(published === null ? {} : { published }),
      key: plain('guid', 'id') || address || textOf(title),
      leftOut,
    },
  };
}
