import type { DisagreementKind, TokenDisagreement } from '../contract/critical-token-report.ts';
import { namesWithin } from '../words/names-within.ts';
import { negatorsWithin, unspacedClasses } from '../words/unspaced-lexicon.ts';

const UNSPACED = /[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]/u;
const SENTENCE_END = /(?<=[.!?;])\s+|(?<=[。！？])|\n+/u;
/** Share of the statement's pairs of characters that a sentence must have to be compared with it. */
const MIN_COVERAGE = 0.6;
const MIN_PAIRS = 4;
/** Longer sentences are not searched for two parts that stand the other way round. */
const LONGEST_SWAP = 120;

/** True for a text in a script without spaces between words. */
export function isUnspacedText(text: string): boolean {
  return UNSPACED.test(text);
}

/**
 * Compares a statement with the sentences of the evidence that have nearly all its pairs of characters: negators, quantifiers,
 * modals, comparators and two parts that changed places. One sentence that agrees is enough.
 */
export function compareUnspaced(statement: string, evidence: readonly string[]): TokenDisagreement[] {
  const said = lettersOf(statement);
  const wanted = pairsOf(lettersOf(withoutClasses(statement)));
  if (said.length <= MIN_PAIRS) return [];
  let found: TokenDisagreement[] | null = null;
  for (const text of evidence) {
    for (const part of text.split(SENTENCE_END)) {
      const letters = lettersOf(part);
      const known = new Set(pairsOf(lettersOf(withoutClasses(part))));
      const shared = wanted.filter((pair) => known.has(pair)).length;
      const covered = wanted.length >= MIN_PAIRS - 1 && shared >= wanted.length * MIN_COVERAGE;
      if (!covered && sortedLetters(said) !== sortedLetters(letters)) continue;
      const here = compare(statement, said, part, letters);
      if (here.length === 0) return [];
      found ??= here;
    }
  }
  return found ?? [];
}

/** What is left to tell two sentences by, when what they are compared for is taken out. */
function withoutClasses(text: string): string {
  let left = text;
  for (const [, classes] of unspacedClasses())
    for (const [, pattern] of classes) left = left.replace(pattern, '');
  for (const negator of negatorsWithin(left)) left = left.replace(negator, '');
  return left;
}

function sortedLetters(letters: string): string {
  return letters.length > LONGEST_SWAP ? letters : [...letters].sort().join('');
}

function compare(statement: string, said: string, sentence: string, letters: string): TokenDisagreement[] {
  const found: TokenDisagreement[] = [];
  const add = (
    kind: DisagreementKind,
    statementToken: string,
    evidenceToken: string | null,
    decisive = true,
  ) => found.push({ kind, statementToken, evidenceToken, decisive });
  const ours = negatorsWithin(statement);
  const theirs = negatorsWithin(sentence);
  if (ours.length % 2 !== theirs.length % 2) add('negator', ours[0] ?? '', theirs[0] ?? null);
  for (const [kind, classes] of unspacedClasses()) {
    const mine = classesIn(statement, classes);
    const other = classesIn(sentence, classes);
    if (mine.size === 0 && (kind !== 'modal' || !other.has('possible'))) continue;
    if (other.size === 0 || [...mine.keys()].some((name) => other.has(name))) continue;
    add(kind as DisagreementKind, [...mine.values()][0] ?? '', [...other.values()][0] ?? null);
  }
  const name = replacedName(statement, sentence);
  if (name !== null) add('name', name[0], name[1]);
  const swapped = swappedParts(said, letters);
  if (swapped !== null) add('order', `${swapped[0]} … ${swapped[1]}`, `${swapped[1]} … ${swapped[0]}`);
  return found;
}

/** A name that the sentence has not, where it has another one that the statement has not. */
function replacedName(statement: string, sentence: string): readonly [string, string] | null {
  const mine = namesWithin(statement).find((name) => !sentence.includes(name));
  if (mine === undefined) return null;
  const other = namesWithin(sentence).find((name) => !statement.includes(name));
  return other === undefined ? null : [mine, other];
}

function classesIn(text: string, classes: readonly (readonly [string, RegExp])[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, pattern] of classes) {
    const match = pattern.exec(text);
    if (match !== null) found.set(name, match[0]);
  }
  return found;
}

/** Two parts of `a` that stand the other way round in `b`, all else being the same; `null` where there are none, or only in a list. */
function swappedParts(a: string, b: string): readonly [string, string] | null {
  if (a === b || a.length !== b.length || a.length > LONGEST_SWAP) return null;
  let head = 0;
  while (a[head] === b[head]) head++;
  let tail = a.length;
  while (a[tail - 1] === b[tail - 1]) tail--;
  const left = a.slice(head, tail);
  const right = b.slice(head, tail);
  for (let first = 1; first < left.length - 1; first++) {
    const start = left.slice(0, first);
    if (!right.endsWith(start)) continue;
    for (let last = 1; first + last < left.length; last++) {
      const end = left.slice(left.length - last);
      if (!right.startsWith(end)) continue;
      const middle = left.slice(first, left.length - last);
      if (middle !== right.slice(last, right.length - first)) continue;
      return /^[とや和与與及同跟]$/u.test(middle) ? null : [start, end];
    }
  }
  return null;
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

function pairsOf(letters: string): string[] {
  const characters = [...letters];
  return characters.slice(1).map((letter, i) => `${characters[i]}${letter}`);
}
