import {
  type AskedKind,
  asksFigure,
  asksMaker,
  holdsPlace,
  namesMaker,
  readCompared,
} from '@memora/language/asked';
import { foldWord } from '@memora/language/text';
import type { UnitTraits } from './read-traits.ts';
import type { Unit } from './unit.ts';

/**
 * False where a unit can't be the answer by what the question asks for beyond its kind: nobody who made it, no place, no figure, one of two things that are compared.
 */
export function fitsQuestion(unit: Unit, traits: UnitTraits, asked: AskedKind, question: string): boolean {
  if (asked === 'where') return traits.place || traits.name || holdsPlace(traits.text);
  if (asked === 'which')
    return asksMaker(question) ? namesMaker(traits.prose, question) : !asksFigure(question) || traits.figure;
  if (asked === 'who') return !asksMaker(question) || namesMaker(traits.prose, question);
  // A question and a line that only introduces say neither yes nor no.
  if (asked === 'yes-no') return !traits.text.trimEnd().endsWith('?');
  if (asked === 'comparison') return holdsBoth(unit, question);
  return true;
}

/** True where a unit holds words of both things that are compared; what the notes do not tell of is in none. */
function holdsBoth({ found, blocks, headingPath, noteTitle }: Unit, question: string): boolean {
  const sides = readCompared(question);
  if (sides === null) return true;
  const held = new Set(
    found.flatMap(({ evidence }) =>
      evidence.flatMap(({ words }) =>
        words.flatMap(({ word, held: share }) => (share > 0 ? foldWord(word) : [])),
      ),
    ),
  );
  const said = foldWord(
    [noteTitle, ...headingPath, ...blocks.flatMap(({ lines }) => lines.map(({ text }) => text))]
      .join(' ')
      .toLowerCase(),
  );
  return sides.every((side) =>
    side.some((word) => held.has(foldWord(word)) || said.includes(foldWord(word))),
  );
}
