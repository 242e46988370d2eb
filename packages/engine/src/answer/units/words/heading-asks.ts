import { LIGHT_WORDS } from '@memora/language/asked';
import { stopWords } from '@memora/language/stems';
import { foldWord } from '@memora/language/text';
import type { Unit } from '../unit.ts';
import { sharesStart } from './shares-start.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const SMALL = stopWords('en');

/** True where the heading over a unit asks what is asked: each word of `What are backlinks?` that says something is in the question. */
export function headingAsks({ headingPath }: Pick<Unit, 'headingPath'>, question: string): boolean {
  const heading = headingPath.at(-1) ?? '';
  if (!/[?？]\s*$/u.test(heading)) return false;
  const asked = wordsOf(question);
  const said = wordsOf(heading).filter((word) => !SMALL.has(word) && !LIGHT_WORDS.has(word));
  return said.length > 0 && said.every((word) => asked.some((each) => sharesStart(each, word)));
}

/** True where a question asks for what stands under the heading by a word of it: `Which notes are related to it?` below `Related`. */
export function headingNames({ headingPath }: Pick<Unit, 'headingPath'>, question: string): boolean {
  const asked = wordsOf(question);
  return wordsOf(headingPath.at(-1) ?? '').some(
    (word) => !SMALL.has(word) && asked.some((each) => sharesStart(each, word)),
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD)?.map(foldWord) ?? [];
}
