import { type AskedKind, asksMaker, namesMaker, readCompared } from '@memora/language/asked';
import { foldWord } from '@memora/language/text';
import type { UnitTraits } from './read-traits.ts';
import type { Unit } from './unit.ts';

/** Things of which one is asked for by its figure. */
const BY_FIGURE =
  /^\W*(?:which|what)\s+(?:\w+\s+)?(?:version|port|number|percentage|size|temperature|pressure|height|weight|speed|channel)\b/iu;

/**
 * False where a unit can't be the answer by what the question asks for beyond its kind: nobody who made it, no place, no figure, one of two things that are compared.
 */
export function fitsQuestion(unit: Unit, traits: UnitTraits, asked: AskedKind, question: string): boolean {
  if (asked === 'where')
    return traits.place || traits.name || PLACED.test(traits.text) || !IS_LATIN.test(traits.text);
  if (asked === 'which')
    return asksMaker(question)
      ? namesMaker(traits.prose, question)
      : !BY_FIGURE.test(question) || traits.figure;
  if (asked === 'who') return !asksMaker(question) || namesMaker(traits.prose, question);
  // A question and a line that only introduces say neither yes nor no.
  if (asked === 'yes-no') return !traits.text.trimEnd().endsWith('?');
  if (asked === 'comparison') return holdsBoth(unit, question);
  return true;
}

const IS_LATIN = /\p{Script=Latin}/u;
/** Words by which something is placed, of the languages most asked in. */
const PLACED =
  /(?<![\p{L}\p{M}])(?:in|on|at|under|below|above|inside|into|within|to|from|near|behind|beside|between|here|there|im|am|auf|unter|über|bei|neben|hinter|vor|zu|zum|aus|nach|dans|sur|sous|à|au|aux|chez|en|sobre|bajo|al|nel|nella|su|sotto|no|na|em|bij|op|w|på|i|в|на|под|у|из)(?![\p{L}\p{M}])/iu;

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
