import { LIGHT_WORDS } from '@memora/language/asked';
import { stopWords } from '@memora/language/stems';
import { foldWord } from '@memora/language/text';
import { heldWords } from '../../evidence/held-words.ts';
import type { Unit } from '../unit.ts';
import { sharesStart } from './shares-start.ts';
import { wordsOf } from './words-of.ts';

const SMALL = stopWords('en');

/**
 * True where a unit tells the same of another thing than the one that is asked for: of the `red lake` where the blue lake is asked for, of what `the motor stops` where
 * the pump's stop is. That is a word of the question which the unit lacks, right before one that it has, in whose place the unit puts another word wherever it has the second.
 */
export function tellsOfAnother(unit: Unit, question: string): boolean {
  const { blocks } = unit;
  // What a unit says in another word, or tells by its form, it does not lack.
  const heldByWord = new Map(heldWords(unit).map(({ word, held }) => [foldWord(word), held]));
  const asked = wordsOf(question);
  const texts = blocks.map(({ lines }) => wordsOf(lines.map(({ text }) => text).join('\n')));
  return asked.some((lacking, i) => {
    const head = asked[i + 1];
    if (head === undefined || heldByWord.get(lacking) !== 0 || LIGHT_WORDS.has(lacking)) return false;
    if ((heldByWord.get(head) ?? 0) === 0 || LIGHT_WORDS.has(head)) return false;
    if (isPredicate(asked, i)) return false;
    const before = texts.flatMap((words) =>
      words.flatMap((word, at) => (sharesStart(word, head) ? [words[at - 1] ?? ''] : [])),
    );
    return before.length > 0 && before.every((word) => isOther(word, asked));
  });
}

/** Words that take the verb of a question to themselves: behind one of them the rest names things. */
const AUXILIARY =
  /^(?:is|are|was|were|do|does|did|can|could|may|might|must|will|would|shall|should|has|have|had)$/u;

const MODAL = /^(?:do|does|did|can|could|may|might|must|will|would|shall|should)$/u;
const ARTICLE = /^(?:the|a|an|my|our|your)$/u;

/** True for the verb of `Which variable saves typing?` and `Can sheets hold formulas?`: another verb in its place may say the same, and names no other thing. */
function isPredicate(asked: readonly string[], at: number): boolean {
  if (MODAL.test(asked[0] ?? '')) {
    return at === (ARTICLE.test(asked[1] ?? '') ? 3 : 2);
  }
  if (!/^(?:which|what|who)$/u.test(asked[0] ?? '') || asked.some((word) => AUXILIARY.test(word)))
    return false;
  // Behind the question word a thing is named first, `who` asks for it.
  const from = asked[0] === 'who' ? 1 : 2;
  return at === asked.findIndex((word, i) => i >= from && /(?:[^s]s|ed)$/u.test(word));
}

/** A word of its own, and none that the question has. */
function isOther(word: string, asked: readonly string[]): boolean {
  return (
    word.length > 2 &&
    !SMALL.has(word) &&
    !LIGHT_WORDS.has(word) &&
    !asked.some((each) => sharesStart(each, word))
  );
}
