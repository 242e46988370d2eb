import bidiModule from 'bidi-js';

/** Letters that are read from right to left. */
export const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

// Its types name the factory `default`, and Node gives the factory itself.
export const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/** The characters from left to right, before pdf.js put them in the order in which they are read. It turns what it turned back again. */
export function asItStands(text: string, isRtl: boolean): string {
  if (!RTL.test(text)) return text;
  const order = bidi.getReorderedIndices(text, bidi.getEmbeddingLevels(text, isRtl ? 'rtl' : 'ltr'));
  return order.map((index) => text[index] ?? '').join('');
}
