import type { Element } from '../../html/dom.ts';
import { childNamed, childrenOf, elementsNamed, localName, parseXml } from '../../zip/parse-xml.ts';
import type { DocumentBlock, FormatReader } from '../format-reader.ts';
import { hiddenNotice } from './hidden-notice.ts';
import { createOdfText } from './odf-text.ts';
import { openOdf } from './open-odf.ts';
import { readProperties } from './read-properties.ts';

/** Presentations of OpenDocument: slide by slide, each with the speaker's notes. */
export const reader: FormatReader = {
  extractor: 'memora-odp@1',
  read: async ({ bytes, maxUnpackedBytes }) => {
    const archive = openOdf(bytes, maxUnpackedBytes);
    const content = parseXml(archive.text('content.xml') ?? '');
    const text = createOdfText(archive, content);
    const hidden = hiddenStyles(elementsNamed(content, 'style'));
    const blocks: DocumentBlock[] = [];
    const slides = elementsNamed(content, 'page').filter(({ name }) => name === 'draw:page');
    let left = 0;
    for (const [i, slide] of slides.entries()) {
      if (hidden.has(slide.attribs['draw:style-name'] ?? '')) {
        left++;
        continue;
      }
      const at = `slide ${i + 1}`;
      for (const part of childrenOf(slide)) {
        if (localName(part) === 'notes') continue;
        const isTitle = part.attribs['presentation:class'] === 'title';
        const texts = text.blocksOf({ ...part, children: [part] } as Element);
        if (isTitle && texts.length > 0) blocks.push({ text: `## ${texts.join(' ')}`, at });
        else for (const each of texts) blocks.push({ text: each, at });
      }
      const notes = childNamed(slide, 'notes');
      if (notes !== undefined)
        for (const each of text.blocksOf(notes)) blocks.push({ text: `> ${each}`, at });
    }
    const { title, ...about } = readProperties(archive);
    return {
      ...(title === undefined ? {} : { title }),
      blocks: [...blocks, ...text.notes().map((note) => ({ text: note }))],
      meta: {
        ...about,
        pages: slides.length,
        leftOut: { invisible: text.invisible() },
        notices: hiddenNotice({ slide: left }),
      },
    };
  },
};

function hiddenStyles(styles: readonly Element[]): ReadonlySet<string> {
  const hiding = styles.filter(
    (style) => childNamed(style, 'drawing-page-properties')?.attribs['presentation:visibility'] === 'hidden',
  );
  return new Set(hiding.map(({ attribs }) => attribs['style:name'] ?? ''));
}
