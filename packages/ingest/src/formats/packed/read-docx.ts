import { strToU8, zipSync } from 'fflate';
import { ingestError } from '../../ingest-error.ts';
import { htmlToBlocks } from '../../markdown/from-html.ts';
import { openZip, type ZipArchive } from '../../zip/open-zip.ts';
import type { FormatReader } from '../format-reader.ts';
import { loadParser } from '../load-parser.ts';
import { prepareWord } from './prepare-word.ts';
import { readProperties } from './read-properties.ts';

/** Documents of Word. */
export const reader: FormatReader = {
  extractor: 'memora-docx@4',
  read: async ({ bytes, maxUnpackedBytes }) => {
    // Pictures are not unpacked, and the library reads the rest.
    const archive = openZip(
      bytes,
      maxUnpackedBytes,
      (name) => name.endsWith('.xml') || name.endsWith('.rels'),
    );
    const { parts, around, invisible } = prepareWord(archive);
    const { default: mammoth } = await loadParser(['mammoth'], 'Word documents', () => import('mammoth'));
    const { value } = await mammoth
      .convertToHtml({ buffer: Buffer.from(pack(archive, parts)) }, {
        styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      } as object)
      .catch((error: unknown) => {
        throw ingestError('DOCUMENT_DAMAGED', 'The Word document is damaged.', { cause: error });
      });
    const { title, ...about } = readProperties(archive);
    const blocks = htmlToBlocks(
      value.replaceAll('id="footnote-', 'id="fn:').replaceAll('href="#footnote-', 'href="#fn:'),
    );
    const heading = blocks.find(({ text }) => text.startsWith('# '));
    return {
      ...(title !== undefined ? { title } : heading === undefined ? {} : { title: heading.text.slice(2) }),
      // Programs generate the ids of bookmarks, so they are dropped.
      blocks: [...blocks.map(({ text }) => ({ text })), ...around.map((text) => ({ text }))],
      meta: { ...about, leftOut: { invisible } },
    };
  },
};

/** The archive with the prepared parts, without pictures. */
function pack(archive: ZipArchive, parts: ReadonlyMap<string, string>): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  for (const name of archive.names) {
    const part = parts.get(name);
    const bytes = part === undefined ? archive.read(name) : strToU8(part);
    if (bytes !== null) files[name] = bytes;
  }
  return zipSync(files, { level: 0 });
}
