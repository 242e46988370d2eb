import { escapeMarkdown } from '../markdown/escape-markdown.ts';
import { decodeText } from '../text/decode-text.ts';
import type { DocumentBlock, FormatReader } from './format-reader.ts';

export const reader: FormatReader = {
  extractor: 'memora-text@1',
  read: async ({ bytes, charset }) => {
    const { text, encoding } = await decodeText(bytes, charset);
    return { blocks: toParagraphs(text), meta: { encoding } };
  },
};

/** Paragraphs separated by blank lines; lines stay lines. */
export function toParagraphs(text: string): DocumentBlock[] {
  return text
    .replace(/\f/g, '\n\n')
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => escapeMarkdown(paragraph.replace(/[^\S\n]+$/gm, '').replace(/^\n+|\n+$/g, '')))
    .filter((paragraph) => paragraph.trim() !== '')
    .map((text) => ({ text }));
}
