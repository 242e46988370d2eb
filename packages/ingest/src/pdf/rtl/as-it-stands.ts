import bidiModule from 'bidi-js';

/** Letters of right-to-left scripts. */
export const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

// Its types declare the factory as `default`, but Node returns the factory itself.
export const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/** The characters in visual order from left to right, before pdf.js put them in reading order. This undoes its reordering. */
export function asItStands(text: string, isRtl: boolean): string {
  if (!RTL.test(text)) return text;
  const order = bidi.getReorderedIndices(text, bidi.getEmbeddingLevels(text, isRtl ? 'rtl' : 'ltr'));
  return order.map((index) => text[index] ?? '').join('');
}
