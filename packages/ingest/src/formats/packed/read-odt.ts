import { escapeMarkdown } from '../../markdown/escape-markdown.ts';
import { childrenOf, elementsNamed, localName, parseXml } from '../../zip/parse-xml.ts';
import type { FormatReader } from '../format-reader.ts';
import { createOdfText } from './odf-text.ts';
import { openOdf } from './open-odf.ts';
import { readProperties } from './read-properties.ts';

/** Text documents of OpenDocument. */
export const reader: FormatReader = {
  extractor: 'memora-odt@2',
  read: async ({ bytes, maxUnpackedBytes }) => {
    const archive = openOdf(bytes, maxUnpackedBytes);
    const content = parseXml(archive.text('content.xml') ?? '');
    const text = createOdfText(archive, content);
    const [body] = elementsNamed(content, 'text').filter(({ name }) => name.startsWith('office:'));
    const blocks = body === undefined ? [] : text.blocksOf(body);
    // Headers and footers are the same on most pages; each is read once.
    const around = new Set(
      elementsNamed(parseXml(archive.text('styles.xml') ?? ''), 'master-page').flatMap((page) =>
        childrenOf(page)
          .filter((child) => ['header', 'footer'].includes(localName(child)))
          .flatMap((edge) => elementsNamed(edge, 'p').map(text.lineOf))
          .filter((line) => line !== '')
          .map(escapeMarkdown),
      ),
    );
    const { title, ...about } = readProperties(archive);
    const heading = blocks.find((block) => block.startsWith('# '))?.slice(2);
    return {
      ...(title === undefined && heading === undefined ? {} : { title: title ?? heading ?? '' }),
      blocks: [...blocks, ...text.notes(), ...around].map((text) => ({ text })),
      meta: { ...about, leftOut: { invisible: text.invisible() } },
    };
  },
};
