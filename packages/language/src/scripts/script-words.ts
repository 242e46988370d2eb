import { AT_ONCE } from '@memora/language/scripts-at-once';
import { LATIN } from './latin.ts';
import type { UnspacedWords } from './unspaced-words.ts';

/** Word lists by name. Each is words separated by spaces, unless it says otherwise. */
export interface ScriptWords {
  /** Words that negate a sentence, including pronouns: `not`, `nobody`. */
  readonly negator?: string;
  /** Words that negate the following phrase: `without`. */
  readonly privative?: string;
  /** Words without content of their own. */
  readonly function?: string;
  /** Forms of "to be" and "to have", modals, and subjects that need a verb. A sentence with one of these makes an assertion. */
  readonly finite?: string;
  /** Words that introduce a quoted source and assert nothing: `the note says`. In alphabetical order, as some lists below, which compresses better. No word that negates in any language. */
  readonly leadin?: string;
  /** Groups separated by `|`: the factor, the words that multiply a following number or are that fraction of one, after `-` those that are also ordinals. */
  readonly fractions?: string;
  /** Groups separated by `|`: the first value, the step, the words in order; `-` in place of a word that is left out. */
  readonly numbers?: string;
  /** Starting at zero. */
  readonly ordinals?: string;
  /** Groups separated by `|`: the factor, its words. */
  readonly magnitudes?: string;
  /** Groups separated by `|`: the name of the unit, its words and signs. */
  readonly units?: string;
  /** Lines of the table in assertion/cues.ts. */
  readonly cues?: string;
  /** The names of the days, Monday first, lines separated by `|`; `-` for a name that is also another word. */
  readonly weekdays?: string;
  /** The months by language, January first; forms of one month are separated by `|`. */
  readonly months?: Readonly<Record<string, string>>;
  readonly unspaced?: UnspacedWords;
}

/** A list whose words are separated by spaces. */
export type WordList = Exclude<keyof ScriptWords, 'months' | 'unspaced'>;

const loaded = new Set<ScriptWords>([LATIN, ...AT_ONCE]);
let edition = 0;

/** Adds the words of a script. Values from {@link fromWords} are rebuilt on their next use. */
export function addScript(words: ScriptWords): void {
  if (loaded.has(words)) return;
  loaded.add(words);
  edition++;
}

/** The number of loaded scripts. */
export function countScripts(): number {
  return loaded.size;
}

/** A value computed from the loaded words: on its first use, and again after {@link addScript}. */
export function fromWords<T>(make: () => T): () => T {
  let value: T;
  let of = -1;
  return () => {
    if (of !== edition) {
      value = make();
      of = edition;
    }
    return value;
  };
}

/** The words of a list in all loaded scripts, split at `separator`. */
export function wordsOf(list: WordList, separator = ' '): string[] {
  const words: string[] = [];
  for (const script of loaded) {
    const own = script[list];
    if (own !== undefined) words.push(...own.split(separator));
  }
  return words;
}

/** The entries of a table by language, for the loaded scripts. */
export function tableOf(table: 'months'): Readonly<Record<string, string>> {
  return Object.assign({}, ...[...loaded].map((script) => script[table])) as Record<string, string>;
}

/** The patterns of scripts without spaces; `null` if they are not loaded, because no text has a character of them. */
export const unspacedWords: () => UnspacedWords | null = fromWords(() => {
  for (const { unspaced } of loaded) if (unspaced !== undefined) return unspaced;
  return null;
});
