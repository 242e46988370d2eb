import { AT_ONCE } from '@memora/language/scripts-at-once';
import { LATIN } from './latin.ts';
import type { UnspacedWords } from './unspaced-words.ts';

/** Lists of words by the name of the list; each is words with a space between them, unless it says otherwise. */
export interface ScriptWords {
  /** What denies a sentence, or what stands in for one: `not`, `nobody`. */
  readonly negator?: string;
  /** Denies the phrase behind it: `without`. */
  readonly privative?: string;
  /** Its meaning denies what follows: `failed to`. */
  readonly denial?: string;
  /** Calls untrue what stands beside it, as a part of its own: `myth: …`, `… – wrong`. */
  readonly untrue?: string;
  /** Denies what was asked, and says nothing without it: `nope`. */
  readonly reply?: string;
  /** Says how much, beside the classes below. */
  readonly quantifier?: string;
  readonly all?: string;
  readonly some?: string;
  readonly many?: string;
  readonly few?: string;
  readonly none?: string;
  /** A modal without a class. */
  readonly modal?: string;
  readonly possible?: string;
  readonly required?: string;
  readonly will?: string;
  /** Makes a statement conditional, or takes something out of it. */
  readonly exception?: string;
  readonly condition?: string;
  /** Takes out the one word behind it. */
  readonly exclusion?: string;
  /** Leaves all others out. */
  readonly only?: string;
  /** Says nothing of its own. */
  readonly function?: string;
  /** Joins clauses. */
  readonly joiner?: string;
  /** Forms of to be and to have, modals, and subjects that need a verb: whoever uses one asserts. */
  readonly finite?: string;
  /** Names a part of an answer or a source, and says nothing of the world. In alphabetical order, as some lists below: smaller when compressed. */
  readonly label?: string;
  /** Shows code, and says nothing of it. */
  readonly shows?: string;
  /** Stands between two operands: `over`, `before`. */
  readonly relation?: string;
  /** Says which way between two operands: `to`. */
  readonly direction?: string;
  /** Sets one operand against the other, beside the relations. */
  readonly contrary?: string;
  /** Ties what follows to what stands before it: `of`, `for`. */
  readonly bond?: string;
  /** Names who did it in a passive sentence: `by`. */
  readonly agent?: string;
  /** Is written with a capital though it names nothing in particular. */
  readonly unnamed?: string;
  /** Joins the words of a name: `University of Rome`. */
  readonly nameJoiner?: string;
  /** Makes a text that has one of them German, where nouns have a capital. */
  readonly german?: string;
  /** The names of the Greek letters from alpha on, with sigma twice as Unicode has it. */
  readonly greek?: string;
  /** Bounds a number. */
  readonly bound?: string;
  /** Changes what a number beside it says, or makes a time of it. */
  readonly figure?: string;
  /** Groups with `|` between them: the first value, the step, the words in order; `-` for a word that is left out. */
  readonly numbers?: string;
  /** From zero. */
  readonly ordinals?: string;
  /** Groups with `|` between them: the factor, its words. */
  readonly magnitudes?: string;
  /** Groups with `|` between them: the name of the unit, its words and signs. */
  readonly units?: string;
  /** Groups with `|` between them: the name of a unit of time, then with commas what says how often by it and is none of Intl's: `daily`, `every day`. */
  readonly rates?: string;
  /** Puts a time on one side of another: `before`, `after`. */
  readonly aside?: string;
  /** May put a time on some side of what is told, or make it the end of a stretch, besides {@link aside}; `*` at the end of a stem. */
  readonly sides?: string;
  /** What somebody does who has not done it: `tried to`, `considered buying`. */
  readonly intent?: string;
  /** Tells that something has another value since, with `|` between: `moved` in `moved from Oslo to Rome`. `*` at the end of a stem. */
  readonly changed?: string;
  /** What stands before the old and the new value: `from=to`. */
  readonly fromTo?: string;
  /** What stands before something that is so no longer, with `|` between. */
  readonly instead?: string;
  /** What stands behind something that is so no longer and before what is so since, with `|` between. */
  readonly replaced?: string;
  /** Lines of the table in assertion/cues.ts. */
  readonly cues?: string;
  readonly and?: string;
  readonly or?: string;
  readonly present?: string;
  readonly past?: string;
  readonly future?: string;
  /** Who says what follows. */
  readonly saying?: string;
  /** Makes a general statement a softer one. */
  readonly soft?: string;
  readonly proviso?: string;
  readonly former?: string;
  readonly think?: string;
  readonly honorific?: string;
  /** Opposites with a comma between the pairs, `|` between the sides. */
  readonly opposites?: string;
  /** Words that exclude each other where one stands in the other's place: a comma between groups, `|` between sides. */
  readonly exclusive?: string;
  /** Opposites that are compared where a number stands beside them; as above. */
  readonly turns?: string;
  /** `past=present,present` forms of verbs; `write+` is `write` and `writes`. */
  readonly irregular?: string;
  /** The names of the days, Monday first, lines with `|` between them; `-` for a name that is also another word. */
  readonly weekdays?: string;
  /** Words that hold a sentence together, by language. */
  readonly binding?: Readonly<Record<string, string>>;
  /** The months by language, January first, `|` between the forms of one. */
  readonly months?: Readonly<Record<string, string>>;
  readonly unspaced?: UnspacedWords;
}

/** A list whose words have a space between them. */
export type WordList = Exclude<keyof ScriptWords, 'binding' | 'months' | 'unspaced'>;

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
export function tableOf(table: 'binding' | 'months'): Readonly<Record<string, string>> {
  return Object.assign({}, ...[...loaded].map((script) => script[table])) as Record<string, string>;
}

/** How scripts without spaces say it; `null` where they are not loaded, because no text has a character of them. */
export const unspacedWords: () => UnspacedWords | null = fromWords(() => {
  for (const { unspaced } of loaded) if (unspaced !== undefined) return unspaced;
  return null;
});
