import { fromWords } from '../scripts/script-words.ts';
import { cuePattern } from './cue-pattern.ts';
import { assertionCues } from './cues.ts';

const hedges = () => assertionCues().filter(({ hedges }) => hedges);
/** A list of ours: what is no letter in it is one of these. */
const isWord = ({ text }: { readonly text: string }) => !/[ *…'’-]/.test(text);

/** Words that say that what follows is no fact. */
export const hedgeWords: () => readonly string[] = fromWords(() =>
  hedges()
    .filter(isWord)
    .map(({ text }) => text),
);

/** Cues of several words, and parts of words, that say so. */
export const hedgePhrases: () => readonly string[] = fromWords(() =>
  hedges()
    .filter((cue) => !isWord(cue))
    .map(({ text }) => text),
);

const phrase = cuePattern(() =>
  hedges()
    .filter((cue) => !isWord(cue))
    .map((cue) => ({ ...cue, text: cue.text.replaceAll('-', ' ') })),
);

/** The first hedge of several words in a text without hyphens; `null` where there is none. */
export function findHedgePhrase(text: string): { readonly text: string; readonly end: number } | null {
  const match = phrase().exec(text);
  return match === null ? null : { text: match[0], end: match.index + match[0].length };
}
