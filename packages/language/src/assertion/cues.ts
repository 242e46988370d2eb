import { LATIN_CUES } from '../scripts/latin-cues.ts';
import { fromWords, wordsOf } from '../scripts/script-words.ts';

/* The one table of words by which a sentence says that its content is asked, supposed, wished or somebody else's. */

/** What a cue makes of its sentence. */
export type CueKind = 'question' | 'hypothetical' | 'wish' | 'quoted';

/**
 * Where a cue counts: `anywhere` · at the `start` of the text · `saying`: a verb that gives somebody's words, beside quotation marks ·
 * `that`: one before a clause with "that" in its language.
 */
export type CuePlace = 'anywhere' | 'start' | 'saying' | 'that';

/** One cue, by which a text is filed under its kind. */
export interface Cue {
  /** Lower case; `*` stands for the rest of a word, `…` for anything between. */
  readonly text: string;
  /** Two letters. */
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

/** Forms of to be and to have, modals, and subjects that need a verb: whoever uses one asserts. */
export function finiteWords(): string[] {
  return [...LATIN_CUES.finite.split(' '), ...wordsOf('finite')];
}
