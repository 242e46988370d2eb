import { fingerprint } from '@memora/core';
import { dropUnseen } from '../html/drop-unseen.ts';
import { parseTree } from '../html/parse-tree.ts';
import { htmlToBlocks } from '../markdown/from-html.ts';
import { toDay } from '../text/to-day.ts';
import { childNamed, elementsNamed, parseXml, textOf } from '../zip/parse-xml.ts';
import type { FormatReader, ReadParts } from './format-reader.ts';

/** Exports of Evernote: one document per note, with its number in the export: its title may be secret, and places are visible to everybody. */
export const reader: FormatReader = {
  extractor: 'memora-enex@4',
  read: async function* ({ bytes }): AsyncGenerator<ReadParts> {
    const notes = elementsNamed(parseXml(new TextDecoder().decode(bytes)), 'note');
    for (const [i, note] of notes.entries()) {
      const plain = (name: string) => {
        const node = childNamed(note, name) ?? elementsNamed(note, name)[0];
        return node === undefined ? '' : textOf(node).trim();
      };
      const content = plain('content');
      const page = parseTree(content);
      const leftOut = dropUnseen(page);
      const published = toDay(plain('created'));
      const attached = elementsNamed(note, 'resource').length;
      yield {
        title: plain('title'),
        blocks: htmlToBlocks(page).map(({ text }) => ({ text, at: `part ${i + 1}` })),
        meta: {
          authors: [plain('author')],
          ...(published === null ? {} : { published }),
          // Notes have no id in an export; their time and title distinguish them.
          key: fingerprint(new TextEncoder().encode(`${plain('created')}\n${plain('title')}`)).slice(0, 16),
          leftOut,
          notices: attached === 0 ? [] : [`Left out: ${attached} attachment${attached === 1 ? '' : 's'}.`],
        },
      };
    }
  },
};
