import { fromWords, wordsOf } from '@memora/language/scripts';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';

/** A year, date or time of day where it stands. */
export interface TimePlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const MOST_BEFORE = 24;

/** Any word that may put a time on a side; those without upper case are written without spaces, or with one before them grown on. */
const mayAside = fromWords(() => {
  const words = [...wordsOf('aside'), ...wordsOf('sides')].map((word) => word.replace('*', '\\p{L}*'));
  const isCased = (word: string) => !/\p{Lo}/u.test(word);
  const grown = words.filter((word) => !isCased(word));
  return new RegExp(
    `(?<!\\p{L})(?:${words.filter(isCased).join('|')})(?!\\p{L})|${['[-–—→]', ...grown].join('|')}`,
    'iu',
  );
});

/** `before 2019`, `after the 3 May`. */
const aside = fromWords(() => {
  const words = wordsOf('aside').join('|');
  return new RegExp(`(?<!\\p{L})(${words})(?:\\s(?:the|de|dem|den|le|la|el|il|o|end of))?\\s$`, 'iu');
});

/**
 * A time that the statement puts something before or after, where the evidence only names the time itself: `bought before 2019` beside `bought in 2019`.
 * Silent where a word near that time in the evidence may put it on a side.
 */
export function compareSides(
  statement: string,
  said: readonly TimePlace[],
  evidence: string,
  known: (time: TimePlace) => readonly TimePlace[],
): TokenDisagreement[] {
  for (const time of said) {
    const before = aside().exec(statement.slice(Math.max(0, time.start - 18), time.start));
    if (before === null) continue;
    const same = known(time);
    if (same.length > 0 && !same.some(({ start, end }) => mayStandAside(evidence, start, end)))
      return [disagree('comparator', `${before[1]} ${time.text}`, same[0]?.text)];
  }
  return [];
}

function mayStandAside(text: string, start: number, end: number): boolean {
  return [text.slice(Math.max(0, start - MOST_BEFORE), start), text.slice(end, end + 16)].some((near) =>
    mayAside().test(near),
  );
}
