import { fromWords, wordsOf } from '@memora/language/scripts';
import type { NotePassage } from '../passages/note-text.ts';
import { denyingWords } from './find-other-value.ts';
import { readWords } from './read-words.ts';

export const leadInWords = fromWords(() => new Set(wordsOf('leadin').flatMap(readWords)));

/** True for the words of a title, a heading or a speaker of the passages, all of them in order. */
export function isContextName(words: readonly string[], passages: readonly NotePassage[]): boolean {
  const name = words.join(' ');
  return passages.some(({ context: { title, headings, speaker } }) =>
    (speaker === null ? [title, ...headings] : [speaker]).some(
      (text) => readWords(text ?? '').join(' ') === name,
    ),
  );
}

/**
 * The words around the passages: who and what a lead-in may name. In quoted speech, only the speaker may be
 * named. Negations do not count.
 */
export function contextWords(passages: readonly NotePassage[]): ReadonlySet<string> {
  const words = passages.flatMap(({ context: { title, path, headings, dates, speaker, leadIn } }) => {
    const around = [title, path.replace(/[/_.-]/gu, ' '), path, ...headings, leadIn];
    return readWords([...(speaker === null ? around : [speaker]), ...dates].filter(Boolean).join('\n'));
  });
  const denying = denyingWords();
  return new Set(words.filter((word) => !denying.has(word)));
}
