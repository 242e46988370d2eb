/** Classes of words of which a sentence should name the same as its source: one pattern for each class. */
export type UnspacedClasses = readonly (readonly [name: string, pattern: RegExp])[];

/** How Chinese, Japanese, Korean and Thai say what other scripts have lists of words for: affixes and runs of characters. */
export interface UnspacedWords {
  /** At the end of the text before a cut. */
  readonly negatorBefore: RegExp;
  readonly quantifierBeside: RegExp;
  /** At the start of the text behind a cut. */
  readonly negatorAfter: RegExp;
  /** Not negators: `～なければならない` says must, `かもしれない` may, `だけでなく` and `不但` not only. */
  readonly idioms: RegExp;
  readonly negators: RegExp;
  /** A negator, quantifier or modal. */
  readonly critical: RegExp;
  readonly classes: Readonly<Record<'quantifier' | 'modal' | 'comparator', UnspacedClasses>>;
  /** A whole label: `まとめ`. */
  readonly label: RegExp;
  /** What shows code, and says nothing of it. */
  readonly shows: RegExp;
  /** What is counted right behind a single numeral; elsewhere the numeral is part of a word (`三菱`, `四川`). */
  readonly counter: RegExp;
  /** Makes a sentence conditional. */
  readonly condition: RegExp;
  /** Pairs of characters that say the opposite, two by two. */
  readonly opposites: string;
  readonly or: RegExp;
  readonly and: RegExp;
  /** The commonest surnames of Chinese, and a given name. */
  readonly surname: RegExp;
  /** Who says so, at the start of a sentence. */
  readonly saying: RegExp;
  /** The predicate at the end of a sentence, and words that say that something is over or still ahead. */
  readonly past: RegExp;
  readonly present: RegExp;
  readonly over: RegExp;
  readonly overToo: RegExp;
  readonly ahead: RegExp;
  /** From an old value to a new one: groups 1 and 2 in Japanese, 3 and 4 in Chinese. */
  readonly moved: RegExp;
  readonly perfect: RegExp;
  /** A sentence that wishes, asks, or gives what somebody else says. */
  readonly wish: RegExp;
  readonly question: RegExp;
  readonly said: RegExp;
}
