import { LATIN_CUES } from '../scripts/latin-cues.ts';
import { fromWords, wordsOf } from '../scripts/script-words.ts';

/* The one table of words that mark a sentence's content as a question, a supposition, a wish or somebody else's words. */

/** The classification that a cue gives its sentence. */
export type CueKind = 'question' | 'hypothetical' | 'wish' | 'quoted';

/**
 * Where a cue counts: `anywhere` · at the `start` of the text · `saying`: a verb that introduces somebody's words, next to quotation marks · `that`: a verb
 * before a that-clause in its language.
 */
export type CuePlace = 'anywhere' | 'start' | 'saying' | 'that';

/** One cue: a text, its kind and its place. */
export interface Cue {
  /** Lower case; `*` matches the rest of a word, `…` anything between. */
  readonly text: string;
  /** Two-letter language code. */
  readonly language: string;
  readonly kind: CueKind;
  readonly place: CuePlace;
}

/* The table is in the words of each script (see scripts/). A line: kind, place, language, cues. */

/** Every cue. */
export const assertionCues: () => readonly Cue[] = fromWords(() =>
  [...LATIN_CUES.cues.split('\n'), ...wordsOf('cues', '\n')].flatMap((line) => {
    if (line === '') return [];
    const [kind, place, language = '', cues = ''] = line.split('|');
    return cues.split(/(?<!\\), /u).map((text) => ({
      text: text.replaceAll('\\', ''),
      language,
      kind: kind as CueKind,
      place: place as CuePlace,
    }));
  }),
);

/** Forms of "to be" and "to have", modals, and subjects that need a verb. A sentence with one of these makes an assertion. */
export function finiteWords(): string[] {
  return [...LATIN_CUES.finite.split(' '), ...wordsOf('finite')];
}
