import { ingestError } from '../../ingest-error.ts';
import { htmlToBlocks } from '../../markdown/from-html.ts';
import { toDay } from '../../text/to-day.ts';
import { openZip } from '../../zip/open-zip.ts';
import { elementsNamed, parseXml, textOf } from '../../zip/parse-xml.ts';
import type { FormatReader } from '../format-reader.ts';
import { loadParser } from '../load-parser.ts';

/** Documents of Word. */
export const reader: FormatReader = {
  extractor: 'memora-docx@1',
  read: async ({ bytes, maxUnpackedBytes }) => {
    // The library unpacks all of it: what is too large is refused before.
    const archive = openZip(bytes, maxUnpackedBytes, (name) => name.endsWith('.xml'));
    const { default: mammoth } = await loadParser(['mammoth'], 'Word documents', () => import('mammoth'));
    const { value } = await mammoth
      .convertToHtml({ buffer: Buffer.from(bytes) }, {
        styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      } as object)
      .catch((error: unknown) => {
        throw ingestError('DOCUMENT_DAMAGED', 'The Word document is damaged.', { cause: error });
      });
    const properties = parseXml(archive.text('docProps/core.xml') ?? '');
    const first = (name: string) =>
      elementsNamed(properties, name)
        .map(textOf)
        .find((text) => text.trim() !== '')
        ?.trim();
    const title = first('title');
    const blocks = htmlToBlocks(
      value.replace(/id="footnote-(\d+)"/g, 'id="fn:$1"').replace(/href="#footnote-(\d+)"/g, 'href="#fn:$1"'),
    );
    const heading = blocks.find(({ text }) => text.startsWith('# '));
    const published = toDay(first('created'));
    return {
      ...(title !== undefined ? { title } : heading === undefined ? {} : { title: heading.text.slice(2) }),
      // Ids of bookmarks are names that programs give.
      blocks: blocks.map(({ text }) => ({ text })),
      meta: { authors: [first('creator') ?? ''], ...(published === null ? {} : { published }) },
    };
  },
};
