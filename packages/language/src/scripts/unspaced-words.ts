/** How Chinese, Japanese, Korean and Thai say what other scripts have lists of words for: affixes and runs of characters. */
export interface UnspacedWords {
  /** What is counted right after a single numeral; elsewhere the numeral is part of a word (`三菱`, `四川`). */
  readonly counter: RegExp;
  /** A sentence that wishes, asks, or gives what somebody else says. */
  readonly wish: RegExp;
  readonly question: RegExp;
  readonly said: RegExp;
}
