import type { NotePassage } from '../passages/note-text.ts';
import { readSigns, signsIn } from './read-signs.ts';
import type { WordUnit } from './read-units.ts';
import { hasSign } from './with-signs.ts';

/** A unit, and the index of its first word in the statement. */
export interface PlacedUnit {
  readonly unit: WordUnit;
  readonly from: number;
}

/**
 * A sign in a statement that its passages lack at that place: a cross or a struck arrow before a sentence
 * negates it without a word.
 */
export function foreignSign(
  text: string,
  found: readonly PlacedUnit[],
  passages: readonly NotePassage[],
): string | null {
  const isForeign = (sign: string) => !passages.some((passage) => passage.text.includes(sign));
  const foreign = signsIn(text).find(isForeign);
  if (foreign !== undefined) return foreign;
  const turn = [...TURNS].find((each) => text.includes(each) && isForeign(each));
  if (turn !== undefined) return `U+${turn.charCodeAt(0).toString(16).toUpperCase()}`;
  for (const { sign, at } of readSigns(text)) {
    const inside = found.filter(({ unit, from }) => from <= at && at <= from + unit.words.length);
    const isThere = inside.some(({ unit, from }) => hasSign(unit, sign, at - from));
    if (!isThere && (inside.length > 0 || isForeign(sign))) return sign;
  }
  return null;
}

/**
 * A sign of a unit that the statement omits, if the sign has a meaning: an operator, or a sign before or
 * after all words, such as a cross.
 */
export function lostSign(text: string, found: readonly PlacedUnit[]): string | null {
  const signs = readSigns(text);
  for (const { unit, from } of found)
    for (const { sign, at, isOperator } of unit.signs) {
      const isSaid = signs.some((said) => said.sign === sign && said.at === from + at);
      if (!isSaid && (isOperator || at === 0 || at >= unit.words.length)) return sign;
    }
  return null;
}

/** Invisible characters that override the direction of a text, so that a screen shows `51` for `15`. */
const TURNS = '\u202d\u202e';
