import type { TokenDisagreement } from './critical-token-report.ts';
import type { NameToken } from './read-names.ts';
import { readWords, type WordToken, wordKey } from './read-words.ts';
import { romanValue } from './roman-numerals.ts';

/**
 * Names and identifiers of the statement that the evidence lacks. Decisive where no word of the run stands there and the run is
 * not the subject; a run of which only a part stands there is reported.
 */
export function compareNames(
  said: readonly NameToken[],
  evidence: string,
  subject: string,
): TokenDisagreement[] {
  if (said.length === 0) return [];
  const known = readKnown(evidence);
  const subjectKeys = new Set(readWords(subject).map(({ key }) => key));
  const judged = new Set<string>();
  const disagreements: TokenDisagreement[] = [];
  for (const { text, kind, words, long, short } of said) {
    // A name that comes again is judged once.
    if (judged.has(text)) continue;
    judged.add(text);
    if (short !== '' && known.lower.includes(short)) continue;
    if (long.length > 0 && long.every((word) => isKnown(wordKey(word), word, known))) continue;
    if (
      kind === 'identifier'
        ? hasIdentifier(known, text)
        : text.length > 3 && known.lower.includes(text.toLowerCase())
    )
      continue;
    const missing = words.filter(
      ({ key, text: raw }, i) => !isKnown(key, raw, known) && !isNumbered(words[i - 1], raw, known),
    );
    if (missing.length === 0 && kind === 'name') continue;
    const whole = missing.length === words.length;
    const isSubject = words.some(({ key }) => subjectKeys.has(key));
    const initials = words.map(({ text: raw }) => raw.charAt(0)).join('');
    if (words.length > 1 && known.keys.has(wordKey(initials))) continue;
    disagreements.push({
      kind,
      statementToken: text,
      evidenceToken: null,
      decisive: (whole || kind === 'identifier') && !isSubject,
    });
  }
  return disagreements;
}

/** What the evidence has by way of names. */
interface Known {
  readonly lower: string;
  readonly keys: ReadonlySet<string>;
  /** First letters of every run of capitalised words, and of its parts: `un` for United Nations. */
  readonly initials: ReadonlySet<string>;
  /** First letters of all words, in order. */
  readonly letters: string;
  /** The same, with a space for each short word. */
  readonly longLetters: string;
  /** The keys by their first letters, which two words of one root share. */
  readonly roots: ReadonlyMap<string, readonly string[]>;
}

function readKnown(evidence: string): Known {
  const words = readWords(evidence);
  const keys = new Set(words.map(({ key }) => key));
  return {
    lower: spellGreek(evidence.toLowerCase()),
    keys,
    initials: initialsOf(evidence),
    letters: words.map(({ key }) => key.charAt(0)).join(''),
    longLetters: words.map(({ key }) => (key.length < 4 ? ' ' : key.charAt(0))).join(''),
    roots: rootsOf(keys),
  };
}

/** `PD-1`, `PD1` and `PD 1` are one identifier, and so are `TNFα` and `TNF-alpha`; `mTECs` are several `mTEC`. */
function hasIdentifier({ lower }: Known, text: string): boolean {
  const low = spellGreek(text.replace(/(?<=[\p{Lu}\p{N}])s$/u, '').toLowerCase());
  if (lower.includes(low)) return true;
  const parts = low.match(/\p{L}+|\p{N}+/gu) ?? [];
  if (parts.length < 2 || parts.length > 8) return false;
  return new RegExp(`(?<![\\p{L}\\p{N}])${parts.join('[-\\s_/]{0,2}')}(?![\\p{L}\\p{N}])`, 'u').test(lower);
}

/** `Louis XIV` is `Louis 14`. */
function isNumbered(before: WordToken | undefined, raw: string, { lower }: Known): boolean {
  return (
    before !== undefined &&
    /^[IVXLC]{2,}$/u.test(raw) &&
    new RegExp(
      `(?<!\\p{L})${before.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '.')} ${romanValue(raw)}(?!\\p{N})`,
      'u',
    ).test(lower)
  );
}

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );

/** A Greek letter that stands in no Greek word, by its name. */
function spellGreek(low: string): string {
  if (!/[α-ω]/.test(low)) return low;
  return low.replace(/(?<![Ͱ-Ͽ])[α-ω](?![Ͱ-Ͽ])/g, (letter) => `-${GREEK[letter.charCodeAt(0) - 0x3b1]}-`);
}

function isKnown(key: string, raw: string, known: Known): boolean {
  const { keys, initials, letters, longLetters, roots } = known;
  if (keys.has(key) || keys.has(`${key}s`) || keys.has(key.replace(/s$/u, ''))) return true;
  if (/^\p{Lu}{2,6}s?$/u.test(raw)) {
    const short = raw.replace(/s$/u, '').toLowerCase();
    // Few letters stand in a row in any text.
    if (initials.has(short) || (short.length > 3 && letters.includes(short))) return true;
    if (short.length === 3 && longLetters.includes(short)) return true;
  }
  if (/[α-ω]/.test(key)) return hasIdentifier(known, raw);
  if (key.length < 5) return false;
  // America and American, Poland and Polish, Rome's and Roman: one root, several words.
  const root = key.slice(0, Math.max(ROOT, key.length - 3));
  for (const other of roots.get(key.slice(0, ROOT)) ?? [])
    if (other.startsWith(root) && Math.abs(other.length - key.length) <= 4) return true;
  return false;
}

const ROOT = 4;

/** The keys by their first letters, which two words of one root share. */
function rootsOf(keys: Iterable<string>): Map<string, string[]> {
  const roots = new Map<string, string[]>();
  for (const key of keys) {
    const root = key.slice(0, ROOT);
    const others = roots.get(root);
    if (others === undefined) roots.set(root, [key]);
    else others.push(key);
  }
  return roots;
}

/** First letters of every run of capitalised words, and of its parts: `un` for United Nations. */
function initialsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [run] of text.matchAll(
    /(?<![\p{L}\p{N}'’])\p{Lu}[\p{L}\p{N}'’]*(?:[\s-](?:(?:of|the|and|for|de|la|du|in)\s)*\p{Lu}[\p{L}\p{N}'’]*)+/gu,
  )) {
    const letters = (run.match(/(?<![\p{L}\p{N}'’])\p{Lu}/gu) ?? []).join('').toLowerCase();
    for (let i = 0; i < letters.length; i++) {
      for (let k = i + 2; k <= Math.min(letters.length, i + 6); k++) found.add(letters.slice(i, k));
    }
  }
  return found;
}
