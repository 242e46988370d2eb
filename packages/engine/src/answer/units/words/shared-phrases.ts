import { LIGHT_WORDS } from '@memora/language/asked';
import { foldWord } from '@memora/language/text';
import type { Unit } from '../unit.ts';
import { sharesStart } from './shares-start.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** A word of this many letters between two others, such as `is` or `of`, does not part them. */
const SMALL = 3;

/**
 * Which share of the pairs of neighbouring words of a question are neighbours in a unit as well, 0–1: `disk usage`, and not `usage` of something else than the disk. A name tells
 * little by what stands beside it.
 */
export function sharedPhrases({ found, blocks }: Pick<Unit, 'found' | 'blocks'>, question: string): number {
  const content = new Set(
    found.flatMap(({ evidence }) =>
      evidence.flatMap(({ words }) =>
        words.flatMap(({ word, name }) => (name === true ? [] : foldWord(word))),
      ),
    ),
  );
  const asked = wordsOf(question);
  const pairs = asked.flatMap((word, i) => {
    const next = asked[i + 1];
    const isPair =
      next !== undefined && [word, next].every((each) => content.has(each) && !LIGHT_WORDS.has(each));
    return isPair ? [[word, next] as const] : [];
  });
  if (pairs.length === 0) return 0;
  const texts = blocks.flatMap(({ lines }) => lines.map(({ text }) => wordsOf(text)));
  const held = pairs.filter(([first, second]) =>
    texts.some((words) =>
      words.some((word, at) => {
        if (!sharesStart(word, first)) return false;
        const next = words[at + 1];
        if (next === undefined) return false;
        return (
          sharesStart(next, second) || (next.length <= SMALL && sharesStart(words[at + 2] ?? '', second))
        );
      }),
    ),
  );
  return held.length / pairs.length;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD)?.map(foldWord) ?? [];
}
