import { romanValue } from '@memora/language/numbers';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { lettersOf } from '../reading/letters-of.ts';
import type { TextReading } from '../reading/text-reading.ts';
import { type KnownNames, ROOT, readKnownNames, spellGreek } from '../words/known-names.ts';
import { readWords, type WordToken, wordKey } from '../words/read-words.ts';
import { findHeld } from './find-held.ts';
import type { NameToken } from './read-names.ts';

/**
 * Names and identifiers of the statement that the evidence lacks. Decisive where no word of the run stands there and the run is
 * not the subject; a run of which only a part stands there is reported.
 */
export function compareNames(
  said: readonly NameToken[],
  evidence: TextReading | null,
  subject: string,
): TokenDisagreement[] {
  if (said.length === 0) return [];
  const known = evidence?.knownNames ?? readKnownNames('');
  const subjectKeys = new Set(readWords(subject).map(({ key }) => key));
  const judged = new Set<string>();
  const holds = findHeld(
    known.lower,
    said.flatMap(({ text, kind }) =>
      kind === 'identifier' ? plainIdentifier(text) : [text.toLowerCase(), lettersOf(text)],
    ),
  );
  let spellings = 0;
  const disagreements: TokenDisagreement[] = [];
  for (const { text, kind, words, long, short } of said) {
    // A name that comes again is judged once.
    if (judged.has(text)) continue;
    judged.add(text);
    if (short !== '' && known.lower.includes(short)) continue;
    // What letters in brackets are short for stands before them and is judged by its own words.
    if (long.some((word) => isKnown(wordKey(word), word, known))) continue;
    if (
      kind === 'identifier'
        ? holds(plainIdentifier(text)) ||
          (++spellings <= MOST_SPELLINGS && isSpelled(known, plainIdentifier(text)))
        : text.length > 3 &&
          (holds(text.toLowerCase()) ||
            // `Tech Crunch` and `TechCrunch` are one name.
            (words.length > 1 && holds(lettersOf(text))))
    )
      continue;
    const missing = words.filter(
      ({ key, text: raw }, i) => !isKnown(key, raw, known) && !isNumbered(words[i - 1], raw, known),
    );
    if (missing.length === 0 && kind === 'name') continue;
    const whole = missing.length === words.length;
    const isSubject = words.some(({ key }) => subjectKeys.has(key));
    const initials = words.map(({ text: raw }) => raw.charAt(0)).join('');
    if (words.length > 1 && known.keys.has(wordKey(initials)) && evidence?.text.includes(initials)) continue;
    disagreements.push({
      kind,
      statementToken: text,
      evidenceToken: null,
      decisive: (whole || kind === 'identifier' || lacksSecondName(text, words, missing)) && !isSubject,
    });
  }
  return disagreements;
}

/** A statement of more identifiers that do not stand in the evidence as they are is not looked at for other spellings of them. */
const MOST_SPELLINGS = 200;

/** `Irene Castellano-Ruiz` is another person than `Irene Castellano`. */
function lacksSecondName(
  text: string,
  words: readonly WordToken[],
  [only, ...others]: readonly WordToken[],
): boolean {
  return (
    only !== undefined &&
    others.length === 0 &&
    words.length > 2 &&
    words.at(-1) === only &&
    text.endsWith(`-${only.text}`)
  );
}

/** `TNFα` and `TNF-alpha` are one identifier; `mTECs` are several `mTEC`. */
function plainIdentifier(text: string): string {
  return spellGreek(text.replace(/(?<=[\p{Lu}\p{N}])s$/u, '').toLowerCase());
}

/** `PD-1`, `PD1` and `PD 1` are one identifier. */
function isSpelled({ lower }: KnownNames, plain: string): boolean {
  const parts = plain.match(/\p{L}+|\p{N}+/gu) ?? [];
  if (parts.length < 2 || parts.length > 8) return false;
  return new RegExp(`(?<![\\p{L}\\p{N}])${parts.join('[-\\s_/]{0,2}')}(?![\\p{L}\\p{N}])`, 'u').test(lower);
}

/** `Louis XIV` is `Louis 14`. */
function isNumbered(before: WordToken | undefined, raw: string, { lower }: KnownNames): boolean {
  return (
    before !== undefined &&
    /^[IVXLC]{2,}$/u.test(raw) &&
    new RegExp(
      `(?<!\\p{L})${before.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '.')} ${romanValue(raw)}(?!\\p{N})`,
      'u',
    ).test(lower)
  );
}

function isKnown(key: string, raw: string, known: KnownNames): boolean {
  const { keys, initials, letters, longLetters, roots } = known;
  if (keys.has(key) || keys.has(`${key}s`) || keys.has(key.replace(/s$/u, ''))) return true;
  if (/^\p{Lu}{2,6}s?$/u.test(raw)) {
    const short = raw.replace(/s$/u, '').toLowerCase();
    // Few letters stand in a row in any text.
    if (initials.has(short) || (short.length > 3 && letters.includes(short))) return true;
    if (short.length === 3 && longLetters.includes(short)) return true;
  }
  if (/[α-ω]/.test(key)) {
    const plain = plainIdentifier(raw);
    return known.lower.includes(plain) || isSpelled(known, plain);
  }
  if (key.length < 5) return false;
  // America and American, Poland and Polish, Rome's and Roman: one root, several words.
  const root = key.slice(0, Math.max(ROOT, key.length - 3));
  for (const other of roots.get(key.slice(0, ROOT)) ?? [])
    if (other.startsWith(root) && Math.abs(other.length - key.length) <= 4) return true;
  return false;
}
