/**
 * The form under which two spellings of a claim term are the same: NFC, lower case, white space runs to one space, trimmed.
 * Numbers, negation, punctuation and word order stay significant. (NFKC is not used: it reads `10²` as `102`.)
 */
export function normaliseTerm(term: string): string {
  if (PLAIN.test(term)) return term.toLowerCase();
  const lower = (ASCII.test(term) ? term : term.normalize('NFC')).toLowerCase();
  return UNEVEN_SPACE.test(lower) ? lower.replace(/\s+/g, ' ').trim() : lower;
}

/** ASCII words with single spaces between them. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const ASCII = /^[\x00-\x7f]*$/;
/** White space that is not a single space between two words. */
const UNEVEN_SPACE = /\s\s|[^\S ]|^\s|\s$/;
