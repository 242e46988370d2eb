import { AT_ONCE } from '@memora/language/scripts-at-once';
import { LATIN } from './latin.ts';
import type { UnspacedWords } from './unspaced-words.ts';

/** Lists of words by the name of the list; each is words with a space between them, unless it says otherwise. */
export interface ScriptWords {
  /** What denies a sentence, or what stands in for one: `not`, `nobody`. */
  readonly negator?: string;
  /** Denies the phrase after it: `without`. */
  readonly privative?: string;
  /** Says nothing of its own. */
  readonly function?: string;
  /** Forms of to be and to have, modals, and subjects that need a verb: whoever uses one asserts. */
  readonly finite?: string;
  /** Names a part of an answer or a source, and says nothing of the world. In alphabetical order, as some lists below: smaller when compressed. */
  readonly label?: string;
  /** Stands around what a source is quoted with, and asserts nothing: `the note says`. No word that denies in any language. */
  readonly leadin?: string;
  /** Groups with `|` between them: the factor, the words that multiply a number after them or are that part of one, behind `-` those that are ordinals too. */
  readonly fractions?: string;
  /** Groups with `|` between them: the first value, the step, the words in order; `-` for a word that is left out. */
  readonly numbers?: string;
  /** From zero. */
  readonly ordinals?: string;
  /** Groups with `|` between them: the factor, its words. */
  readonly magnitudes?: string;
  /** Groups with `|` between them: the name of the unit, its words and signs. */
  readonly units?: string;
  /** Lines of the table in assertion/cues.ts. */
  readonly cues?: string;
  /** The names of the days, Monday first, lines with `|` between them; `-` for a name that is also another word. */
  readonly weekdays?: string;
  /** The months by language, January first, `|` between the forms of one. */
  readonly months?: Readonly<Record<string, string>>;
  readonly unspaced?: UnspacedWords;
}

/** A list whose words have a space between them. */
export type WordList = Exclude<keyof ScriptWords, 'months' | 'unspaced'>;

const loaded = new Set<ScriptWords>([LATIN, ...AT_ONCE]);
let edition = 0;

/** Adds the words of a script; what was made {@link fromWords} is made again when it is next asked for. */
export function addScript(words: ScriptWords): void {
  if (loaded.has(words)) return;
  loaded.add(words);
  edition++;
}

/** How many scripts are loaded. */
export function countScripts(): number {
  return loaded.size;
}

/** A value that is made of the loaded words: made at its first use, and again after {@link addScript}. */
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

/** The words of a list in all scripts that are loaded; `separator` where it is not a space. */
export function wordsOf(list: WordList, separator = ' '): string[] {
  const words: string[] = [];
  for (const script of loaded) {
    const own = script[list];
    if (own !== undefined) words.push(...own.split(separator));
  }
  return words;
}

/** What the loaded scripts have of a table by language. */
export function tableOf(table: 'months'): Readonly<Record<string, string>> {
  return Object.assign({}, ...[...loaded].map((script) => script[table])) as Record<string, string>;
}

/** How scripts without spaces say it; `null` where they are not loaded, because no text has a character of them. */
export const unspacedWords: () => UnspacedWords | null = fromWords(() => {
  for (const { unspaced } of loaded) if (unspaced !== undefined) return unspaced;
  return null;
});
