import {
  type AskedKind,
  asksDuration,
  asksMaker,
  holdsDuration,
  holdsPlace,
  namesMaker,
  readCompared,
  tellsFigureAsked,
} from '@memora/language/asked';
import { foldWord } from '@memora/language/text';
import type { UnitTraits } from './read-traits.ts';
import type { Unit } from './unit.ts';
import { actsOnAnother } from './words/acts-on-another.ts';
import { lacksDoer } from './words/lacks-doer.ts';
import { sharesStart } from './words/shares-start.ts';
import { wordsOf } from './words/words-of.ts';

/**
 * False where a unit can't be the answer by what the question asks for beyond its kind: nobody who made it, no place, no figure, one of two things that
 * are compared, the same done to another thing.
 */
export function fitsQuestion(unit: Unit, traits: UnitTraits, asked: AskedKind, question: string): boolean {
  if (!signsOf(question).every((sign) => traits.text.includes(sign))) return false;
  if (lacksDoer(unit, question)) return false;
  if (asked === 'how-to') return !actsOnAnother(unit, question);
  if (asked === 'how-many') return !asksDuration(question) || holdsDuration(traits.text);
  if (asked === 'where') return traits.place || traits.name || holdsPlace(traits.text);
  if (asked === 'which' && asksMaker(question)) return namesMaker(traits.prose, question);
  if (asked === 'which' || asked === 'definition' || asked === 'other')
    return tellsFigureAsked(question, {
      text: traits.text,
      heading: unit.headingPath.at(-1) ?? '',
      figure: traits.figure,
    });
  if (asked === 'who') return !asksMaker(question) || namesMaker(traits.prose, question);
  // A question and a line that only introduces say neither yes nor no.
  if (asked === 'yes-no') return !traits.text.trimEnd().endsWith('?') && saysOf(unit, question);
  if (asked === 'comparison') return holdsBoth(unit, question);
  return true;
}

/** What has a sense of its own where it stands alone, in a question as in code: `&&`, `||`, `$?`. */
const SIGN = /^[^\p{L}\p{M}\p{N}\s]{1,4}$/u;
/** Signs that a sentence may hold between two words. */
const OF_SENTENCES = /^(?:[-–—&/+.,:!?¿¡…'"“”„«»()=|]|->|=>|\.{2,3})$/u;

/** The signs that a question asks about; no word of it says them. */
function signsOf(question: string): string[] {
  return question
    .split(/\s+/u)
    .map((each) => each.replace(/^["'`“„«(]+|["'`”“»)?.!,]+$/gu, ''))
    .filter((each) => SIGN.test(each) && !OF_SENTENCES.test(each));
}

/** `Is the pump free?`: one thing, and what may be said of it. */
const SAID_OF =
  /^\W*(?:is|are|was|were|ist|sind|est|es|son|è|sono|é|são)\s+(?:(?:the|an?|my|our|der|die|das|le|la|les|el|los|il|lo|o|a)\s+)?(?<thing>[\p{L}\p{N}-]+)\s+(?<said>[\p{L}\p{N}-]+)\W*$/iu;

/** False where what may be said of a thing is said before the thing is named, and so of another: `a free course about pumps`. */
function saysOf({ blocks, headingPath, noteTitle }: Unit, question: string): boolean {
  const groups = SAID_OF.exec(question)?.groups;
  if (groups === undefined) return true;
  const [thing, said] = [foldWord(groups['thing'] ?? ''), foldWord(groups['said'] ?? '')];
  if ([noteTitle, ...headingPath].some((above) => wordsOf(above).some((word) => sharesStart(word, thing))))
    return true;
  return blocks.some(({ lines }) =>
    lines.some(({ text }) => {
      const words = wordsOf(text);
      const at = words.findIndex((word) => sharesStart(word, thing));
      return at >= 0 && words.slice(at).some((word) => isFormOf(word, said));
    }),
  );
}

/** An ending of at most two letters: `freely` says of a thing that it is free, `freeboard` does not. */
function isFormOf(word: string, said: string): boolean {
  return sharesStart(word, said) && Math.abs(word.length - said.length) <= 2;
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
