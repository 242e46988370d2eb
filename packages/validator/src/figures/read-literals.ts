import type { TextRange } from '@memora/language/sentences';
import { allMatches } from '@memora/language/text';
import { packText } from './pack-text.ts';

const LITERAL = /(?<![`\\])(`{1,2})(?!`)([^`\n]{1,200})\1(?!`)/gu;

/** The stretches of a text in code marks, each with its letters and digits. */
export function readLiterals(text: string): { readonly range: TextRange; readonly key: string }[] {
  if (!text.includes('`')) return [];
  return allMatches(text, LITERAL).flatMap(({ 0: found, 2: inside = '', index }) => {
    const key = packText(inside);
    return key === '' ? [] : [{ range: { start: index, end: index + found.length }, key }];
  });
}
