/**
 * The form under which two spellings of a claim term are the same: NFC, lower case, white space runs to one space, trimmed.
 * Numbers, negation, punctuation and word order stay significant. (NFKC is not used: it reads `10²` as `102`.)
 */
export function normaliseTerm(term: string): string {
  return term.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
