import { cuePattern } from './cue-pattern.ts';
import { ASSERTION_CUES } from './cues.ts';

const HEDGES = ASSERTION_CUES.filter(({ hedges }) => hedges);
/** A list of ours: what is no letter in it is one of these. */
const isWord = ({ text }: { readonly text: string }) => !/[ *…'’-]/.test(text);

/** Words that say that what follows is no fact. */
export const HEDGE_WORDS: readonly string[] = HEDGES.filter(isWord).map(({ text }) => text);

/** Cues of several words, and parts of words, that say so. */
export const HEDGE_PHRASES: readonly string[] = HEDGES.filter((cue) => !isWord(cue)).map(({ text }) => text);

const phrase = cuePattern(() =>
  HEDGES.filter((cue) => !isWord(cue)).map((cue) => ({ ...cue, text: cue.text.replaceAll('-', ' ') })),
);

/** The first hedge of several words in a text without hyphens; `null` where there is none. */
export function findHedgePhrase(text: string): { readonly text: string; readonly end: number } | null {
  const match = phrase().exec(text);
  return match === null ? null : { text: match[0], end: match.index + match[0].length };
}
