import { dropUnseen } from '../../html/drop-unseen.ts';
import { parseTree } from '../../html/parse-tree.ts';
import { ingestError } from '../../ingest-error.ts';
import { htmlToBlocks } from '../../markdown/from-html.ts';
import { tableBlocks } from '../../markdown/table-blocks.ts';
import { openZip } from '../../zip/open-zip.ts';
import type { FormatReader, ReadParts } from '../format-reader.ts';
import { parseRows } from '../read-table.ts';

const DEEPEST = 2;

/** Exports of Notion: one document per page or table; archives in the archive are its parts. A page is numbered within the export, a table by its rows. */
export const reader: FormatReader = {
  extractor: 'memora-notion@4',
  read: async function* ({ bytes, maxUnpackedBytes, signal }): AsyncGenerator<ReadParts> {
    const files = { read: 0, beyond: 0 };
    yield* readArchive(bytes, { most: maxUnpackedBytes, signal, depth: 0, files });
    // The notes of the files that were already read exist by now.
    if (files.beyond > 0)
      throw ingestError(
        'DOCUMENT_TOO_LARGE',
        `${files.beyond} files of the export were not read: at most 20,000 files are read, and archives at most two levels below the first.`,
        { hint: 'Unpack it, and ingest its folder.' },
      );
  },
};

interface Opening {
  readonly most: number;
  readonly signal: AbortSignal | undefined;
  readonly depth: number;
  /** Counts of files in the whole export that were read, and that were not. */
  readonly files: { read: number; beyond: number };
}

async function* readArchive(bytes: Uint8Array, opening: Opening): AsyncGenerator<ReadParts> {
  const { most, signal, depth, files } = opening;
  const archive = openZip(bytes, most, (name) => /\.(?:md|html|csv|zip)$/.test(name));
  files.beyond += archive.beyond;
  // A table also exists as a file with all of its rows.
  const names = archive.names.filter(
    (name) => !name.endsWith('.csv') || !archive.names.includes(name.replace(/\.csv$/, '_all.csv')),
  );
  for (const name of names) {
    signal?.throwIfAborted();
    if (name.endsWith('.zip')) {
      const part = depth < DEEPEST ? archive.read(name) : null;
      if (part === null) files.beyond++;
      if (part !== null) yield* readArchive(part, { ...opening, depth: depth + 1 });
      continue;
    }
    const [, file = '', id, kind] = /([^/]*?)[ _-]?([0-9a-f]{32})?(?:_all)?\.(md|html|csv)$/.exec(name) ?? [];
    if (kind === undefined) continue;
    const text = archive.text(name);
    if (text === null || text.trim() === '') continue;
    const meta = { key: id ?? name };
    const at = `part ${++files.read}`;
    if (kind === 'csv')
      yield { title: file, blocks: tableBlocks(parseRows(text, ','), (row) => `row ${row}`), meta };
    else if (kind === 'md') yield readPage(text, file, { meta, at });
    else {
      const page = parseTree(text);
      const leftOut = dropUnseen(page);
      yield {
        title: file,
        blocks: htmlToBlocks(page).map(({ text }) => ({ text, at })),
        meta: { ...meta, leftOut },
      };
    }
  }
}

/** A page begins with its title; links to other pages lead to files that are not notes here. */
function readPage(
  text: string,
  file: string,
  { meta, at }: { readonly meta: { readonly key: string }; readonly at: string },
): ReadParts {
  const [, title, rest] = /^\ufeff?#\s+(.+)\n([\s\S]*)$/.exec(text.replace(/\r\n?/g, '\n')) ?? [];
  const body = (rest ?? text)
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
  return { title: title ?? file, blocks: [{ text: body.trim(), at }], meta };
}
