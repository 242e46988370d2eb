/** The Chinese, Japanese, Korean and Thai counterparts of the word lists: affixes and runs of characters. */
export interface UnspacedWords {
  /** Counters right after a single numeral. Elsewhere the numeral is part of a word (`三菱`, `四川`). */
  readonly counter: RegExp;
  /** Matches a sentence that wishes, asks or reports somebody else's words. */
  readonly wish: RegExp;
  readonly question: RegExp;
  readonly said: RegExp;
}
