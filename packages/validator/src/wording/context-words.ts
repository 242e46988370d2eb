import type { WordDifference } from '../contract/verification-report.ts';
import type { NotePassage } from '../passages/note-text.ts';
import { denyingWords } from './find-other-value.ts';
import { readWords } from './read-words.ts';

/** True if a statement adds nothing but words around its passages: `Mira lives in Lyon`, of `Lives in Lyon` in the note about Mira. Whether they belong there is not read. */
export function saysContext(
  differences: readonly WordDifference[],
  passages: readonly NotePassage[],
): boolean {
  if (differences.length === 0 || differences.some(({ there }) => there !== '')) return false;
  const named = contextWords(passages);
  return differences.every(({ here }) => here.split(' ').every((word) => named.has(word)));
}

/**
 * The words around the passages: who and what may be named in a lead-in. Where somebody speaks, nobody else may be; and no word that denies counts.
 */
export function contextWords(passages: readonly NotePassage[]): ReadonlySet<string> {
  const words = passages.flatMap(({ context: { title, path, headings, dates, speaker, leadIn } }) => {
    const around = [title, path.replace(/[/_.-]/gu, ' '), path, ...headings, leadIn];
    return readWords([...(speaker === null ? around : [speaker]), ...dates].filter(Boolean).join('\n'));
  });
  const denying = denyingWords();
  return new Set(words.filter((word) => !denying.has(word)));
}
