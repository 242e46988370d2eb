import type { TextRange } from '@memora/language/sentences';
import { packText } from './pack-text.ts';

const LITERAL = /(?<![`\\])(`{1,2})(?!`)([^`\n]{1,200})\1(?!`)/gu;

/** The stretches of a text that stand in code marks, each with its letters and digits. */
export function readLiterals(text: string): { readonly range: TextRange; readonly key: string }[] {
  return [...text.matchAll(LITERAL)].flatMap(({ 0: found, 2: inside = '', index }) => {
    const key = packText(inside);
    return key === '' ? [] : [{ range: { start: index, end: index + found.length }, key }];
  });
}
