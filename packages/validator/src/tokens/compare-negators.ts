import type { TokenDisagreement } from './critical-token-report.ts';
import { DENIAL, FUNCTION, isDenial, isNegator, traitsOf } from './lexicon.ts';
import { contentOf, type Match, withoutPrefix } from './match-sentences.ts';
import { stemOf, type WordToken } from './read-words.ts';

/** How many content words behind a negator it may deny. */
const SCOPE = 2;

/** What one side denies and the other asserts. */
export function compareNegators(said: readonly WordToken[], match: Match): TokenDisagreement[] {
  const found =
    repeatedNegator(said, match) ??
    deniedWord(said, match) ??
    denialLeftOut(said, match) ??
    prefixLeftOut(said, match);
  return found === null ? [] : [found];
}

function disagreement(statementToken: string, evidenceToken: string | null): TokenDisagreement {
  return { kind: 'negator', statementToken, evidenceToken, decisive: true };
}

/** `not not` turns a statement round twice: whatever it means, the evidence has to say it too. */
function repeatedNegator(said: readonly WordToken[], { sentence }: Match): TokenDisagreement | null {
  const repeats = (words: readonly WordToken[]) =>
    words.find(({ key }, i) => isNegator(key) && words[i + 1]?.key === key);
  const ours = repeats(said);
  return ours === undefined || repeats(sentence) !== undefined
    ? null
    : disagreement(`${ours.text} ${ours.text}`, null);
}

function deniedWord(
  said: readonly WordToken[],
  { sentence, whole, coverage }: Match,
): TokenDisagreement | null {
  const ours = deniedWords(said);
  const theirs = deniedWords(sentence);
  // Nothing is said beyond what the other says: then the whole statement is denied, wherever its negator stands.
  const same = whole && coverage === 1;
  if (ours.size > 0 && theirs.size === 0 && !sentence.some(({ key }) => isDenial(key) || isLight(key))) {
    for (const [stem, negator] of ours)
      if (same || sentence.some(({ key }) => stemOf(key) === stem)) return disagreement(negator, null);
  }
  if (theirs.size > 0 && ours.size === 0 && !said.some(({ key }) => isDenial(key) || isLight(key))) {
    for (const [stem, negator] of theirs)
      if (same || said.some(({ key }) => stemOf(key) === stem)) return disagreement('', negator);
  }
  return null;
}

/** `failed to open` is not `opened`; `it is false that` takes back all that follows. */
function denialLeftOut(said: readonly WordToken[], { sentence, stems }: Match): TokenDisagreement | null {
  if (said.some(({ key }) => isNegator(key) || isDenial(key) || isLight(key))) return null;
  for (let i = 0; i < sentence.length - 1; i++) {
    const { key, text } = sentence[i] as WordToken;
    if ((traitsOf(key) & DENIAL) === 0 || stems.size === 0) continue;
    const next = sentence[i + 1]?.key ?? '';
    if (!/^(?:to|that)$/u.test(next) && !/\p{L}{2}ing$/u.test(next)) continue;
    const denied = sentence.slice(i + 1).find((word) => (traitsOf(word.key) & FUNCTION) === 0);
    if (denied !== undefined && said.some((word) => stemOf(word.key) === stemOf(denied.key)))
      return disagreement('', text);
  }
  return null;
}

/** `safe` for `unsafe`, with nothing else that turns one of the two round. */
function prefixLeftOut(said: readonly WordToken[], { sentence, stems }: Match): TokenDisagreement | null {
  if ([...said, ...sentence].some(({ key }) => isNegator(key) || isDenial(key))) return null;
  const own = new Set(said.map(({ key }) => stemOf(key)));
  for (const { key, text } of contentOf(said)) {
    const bare = withoutPrefix(key);
    if (bare !== null && !stems.has(stemOf(key)) && stems.has(bare) && !own.has(bare))
      return disagreement(text, bare);
  }
  for (const { key, text } of contentOf(sentence)) {
    const bare = withoutPrefix(key);
    if (bare !== null && own.has(bare) && !own.has(stemOf(key)) && !stems.has(bare))
      return disagreement('', text);
  }
  return null;
}

/** Words that deny by their prefix or meaning, which may stand for a negator: `unable`, `fails to`. */
function isLight(key: string): boolean {
  return (
    /^(?:un|in|im|dis|non)\p{L}{4}|less$/u.test(key) &&
    !/^(?:inter|under|until|unit|univ|imp[or]|inc|ind|inf|ins|int|inv|dis[ct])/u.test(key)
  );
}

/** The stems of the content words right behind each negator; of the word before one that ends its sentence (`leckt nicht`). */
function deniedWords(words: readonly WordToken[]): Map<string, string> {
  const denied = new Map<string, string>();
  /** Negators whose scope is still open, by how many words it has left. */
  let open: { readonly text: string; left: number } | null = null;
  let before: WordToken | null = null;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as WordToken;
    if (isNegator(word.key)) {
      if (!isIdiom(words, i)) open = { text: word.text, left: SCOPE };
    } else if ((traitsOf(word.key) & FUNCTION) === 0) {
      if (open !== null) {
        denied.set(stemOf(word.key), open.text);
        if (--open.left === 0) open = null;
      }
      before = word;
    }
  }
  if (open !== null && open.left === SCOPE && before !== null) denied.set(stemOf(before.key), open.text);
  return denied;
}

/** `not only`, `no later than`, `whether or not` deny nothing. */
function isIdiom(words: readonly WordToken[], i: number): boolean {
  const next = words[i + 1]?.key ?? '';
  const before = words[i - 1]?.key ?? '';
  return (
    /^(?:only|just|later|longer|less|more|fewer|doubt|matter|least|nur|solo|seulement|sólo)$/u.test(next) ||
    before === 'or'
  );
}
