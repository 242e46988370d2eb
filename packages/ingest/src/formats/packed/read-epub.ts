import { dropUnseen } from '../../html/drop-unseen.ts';
import { parseTree } from '../../html/parse-tree.ts';
import { ingestError } from '../../ingest-error.ts';
import { htmlToBlocks } from '../../markdown/from-html.ts';
import { toDay } from '../../text/to-day.ts';
import { openZip } from '../../zip/open-zip.ts';
import { elementsNamed, parseXml, textOf } from '../../zip/parse-xml.ts';
import { takeOnce } from '../../zip/take-once.ts';
import type { DocumentBlock, FormatReader } from '../format-reader.ts';

/** Pictures, fonts, sounds and styles. */
const NO_TEXT = /\.(?:jpe?g|png|gif|svg|webp|avif|ttf|otf|woff2?|css|js|mp[34]|m4a|ogg|webm)$/i;

/** Books: their parts in reading order. */
export const reader: FormatReader = {
  extractor: 'memora-epub@3',
  read: async ({ bytes, maxUnpackedBytes, mayGoOn }) => {
    const archive = openZip(bytes, maxUnpackedBytes, (name) => !NO_TEXT.test(name));
    const [root] = elementsNamed(parseXml(archive.text('META-INF/container.xml') ?? ''), 'rootfile');
    const path = root?.attribs['full-path'] ?? archive.names.find((name) => name.endsWith('.opf')) ?? '';
    const opf = parseXml(archive.text(path) ?? '');
    if (archive.names.includes('META-INF/encryption.xml') && archive.names.includes('META-INF/rights.xml'))
      throw ingestError('DOCUMENT_ENCRYPTED', 'The book is encrypted.');
    const items = new Map(elementsNamed(opf, 'item').map(({ attribs }) => [attribs['id'] ?? '', attribs]));
    const blocks: DocumentBlock[] = [];
    const leftOut = { invisible: 0, active: 0 };
    const parts = takeOnce(archive, mayGoOn);
    let part = 0;
    for (const { attribs } of elementsNamed(opf, 'itemref')) {
      const item = items.get(attribs['idref'] ?? '');
      if (item === undefined || /\bnav\b/.test(item['properties'] ?? '')) continue;
      const page = parts.text(resolvePath(path, item['href'] ?? ''));
      if (page === null) continue;
      part++;
      const tree = parseTree(page);
      const unseen = dropUnseen(tree);
      leftOut.invisible += unseen.invisible;
      leftOut.active += unseen.active;
      for (const { text } of htmlToBlocks(tree)) blocks.push({ text, at: `part ${part}` });
    }
    const all = (name: string) =>
      elementsNamed(opf, name).map((node) => textOf(node).replace(/\s+/gu, ' ').trim());
    const [title] = all('title');
    const published = toDay(all('date')[0]);
    return {
      ...(title === undefined || title === '' ? {} : { title }),
      blocks,
      meta: {
        authors: all('creator'),
        language: /^[a-z]{2,3}/i.exec(all('language')[0] ?? '')?.[0].toLowerCase() ?? null,
        ...(published === null ? {} : { published }),
        leftOut,
        ...parts.missing(),
      },
    };
  },
};

/** A path in the archive, relative to the file that names it. */
function resolvePath(from: string, to: string): string {
  const { pathname } = new URL(to.replace(/#.*$/, ''), `zip:///${from}`);
  return decodeURIComponent(pathname.slice(1));
}
