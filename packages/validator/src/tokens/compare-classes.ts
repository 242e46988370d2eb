import { findHedgePhrase } from '@memora/language/assertion';
import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';
import {
  CONDITION,
  EXCLUSION,
  FUNCTION,
  HEDGE,
  isDenial,
  isNegator,
  modalClass,
  NEGATOR,
  ONLY,
  quantifierClass,
  traitsOf,
} from '../words/lexicon.ts';
import { sideOf } from '../words/opposites.ts';
import { verbStem, type WordToken } from '../words/read-words.ts';
import type { Match } from './match-sentences.ts';
import { isTurnedRound } from './roles/turned-comparison.ts';

/** Quantifiers, modals, hedges, conditions and opposites of a statement against a sentence that says the same words. */
export function compareClasses(said: readonly WordToken[], match: Match): TokenDisagreement[] {
  return [
    ...compareClass(said, match, 'quantifier', quantifierClass),
    ...compareClass(said, match, 'modal', modalClass),
    ...compareOnly(said, match),
    ...compareFew(said, match),
    ...compareHedges(said, match),
    ...compareConditions(said, match),
    ...compareOpposites(said, match),
  ];
}

/** What says less passes: some for all, may for will. */
const LESS = new Set(['all many', 'all some', 'many some', 'none few', 'will possible']);

/** The same word under another quantifier or modal: `all staff` against `some staff`, `must pay` against `may pay`. */
function compareClass(
  said: readonly WordToken[],
  { sentence }: Match,
  kind: 'quantifier' | 'modal',
  classOf: (key: string) => string,
): TokenDisagreement[] {
  const others = new Map<string, WordToken[]>();
  sentence.forEach((word, k) => {
    const next = classOf(word.key) === '' ? undefined : besideOf(sentence, k);
    if (next === undefined) return;
    const stem = verbStem(next.key);
    others.set(stem, [...(others.get(stem) ?? []), word]);
  });
  if (others.size === 0) return [];
  for (let i = 0; i < said.length; i++) {
    const ours = classOf((said[i] as WordToken).key);
    if (ours === '') continue;
    const beside = others.get(verbStem(besideOf(said, i)?.key ?? ''));
    if (beside === undefined) continue;
    if (beside.some((word) => classOf(word.key) === ours || LESS.has(`${classOf(word.key)} ${ours}`)))
      continue;
    const { text } = said[i] as WordToken;
    return [disagree(kind, text, beside[0]?.text)];
  }
  return [];
}

/** What a quantifier or modal is about: the word behind it, the one before where it ends its sentence. */
function besideOf(words: readonly WordToken[], i: number): WordToken | undefined {
  return nextContent(words, i) ?? contentBefore(words, i);
}

function nextContent(words: readonly WordToken[], i: number): WordToken | undefined {
  for (let k = i + 1; k < words.length && k <= i + 4; k++) {
    const word = words[k] as WordToken;
    if ((traitsOf(word.key) & FUNCTION) === 0) return word;
  }
  return undefined;
}

/** Everybody, where the sentence says `only`. */
function compareOnly(said: readonly WordToken[], { sentence }: Match): TokenDisagreement[] {
  const only = sentence.find(({ key }) => (traitsOf(key) & ONLY) !== 0);
  if (only === undefined || said.some(({ key }) => (traitsOf(key) & ONLY) !== 0)) return [];
  const all = said.find(({ key }) => quantifierClass(key) === 'all');
  if (all === undefined || sentence.some(({ key }) => quantifierClass(key) === 'all')) return [];
  return [disagree('quantifier', all.text, only.text)];
}

/** What is said of half of a thing is not said of the thing. */
const HALF = /^(?:half|halfte|moitie|mitad|meta|metade|helft)$/u;

/** `rarely sticks` is not `sticks`; `a few` says some. */
function compareFew(said: readonly WordToken[], { sentence }: Match): TokenDisagreement[] {
  if (said.some(({ key }) => quantifierClass(key) !== '' || isNegator(key))) return [];
  const counts = said.some(({ key }) => /^\p{N}/u.test(key));
  for (let i = 0; i < sentence.length; i++) {
    const { key, text } = sentence[i] as WordToken;
    const isHalf = HALF.test(key) && !counts;
    if (
      (quantifierClass(key) !== 'few' && !isHalf) ||
      /^(?:a|the|un|little)$/u.test(sentence[i - 1]?.key ?? key)
    )
      continue;
    const next = nextContent(sentence, i);
    if (next !== undefined && said.some((word) => verbStem(word.key) === verbStem(next.key)))
      return [disagree('quantifier', '', text)];
  }
  return [];
}

const SAYS_LESS = HEDGE | CONDITION | NEGATOR;

/** What may, should or is said to happen, told as a fact. */
function compareHedges(said: readonly WordToken[], { sentence, coverage }: Match): TokenDisagreement[] {
  if (coverage < 1) return [];
  if (said.some(({ key }) => (traitsOf(key) & SAYS_LESS) !== 0 || modalClass(key) !== '' || isDenial(key)))
    return [];
  const states = (word: WordToken | undefined) =>
    word !== undefined && said.some(({ key }) => verbStem(key) === verbStem(word.key));
  for (let i = 0; i < sentence.length; i++) {
    const word = sentence[i] as WordToken;
    // The month of May.
    if ((traitsOf(word.key) & HEDGE) === 0 || word.text === 'May') continue;
    // At the end of its sentence it is about what stands before it.
    if (states(nextContent(sentence, i) ?? contentBefore(sentence, i)))
      return [disagree('modal', '', word.text)];
  }
  const phrase = findHedgePhrase(sentence.map(({ text }) => text).join(' '));
  if (phrase === null || findHedgePhrase(said.map(({ text }) => text).join(' ')) !== null) return [];
  let end = -1;
  const last = sentence.findIndex(({ text }) => {
    end += text.length + 1;
    return end >= phrase.end;
  });
  return states(nextContent(sentence, last) ?? contentBefore(sentence, last))
    ? [disagree('modal', '', phrase.text)]
    : [];
}

function contentBefore(words: readonly WordToken[], i: number): WordToken | undefined {
  return words.slice(Math.max(0, i - 4), i).findLast(({ key }) => (traitsOf(key) & (FUNCTION | HEDGE)) === 0);
}

/** What holds under a condition, or not for all, told as if it always did. */
function compareConditions(said: readonly WordToken[], { sentence, coverage }: Match): TokenDisagreement[] {
  if (coverage < 1 || said.some(({ key }) => isConditional(key))) return [];
  const at = sentence.findIndex(({ key }) => (traitsOf(key) & CONDITION) !== 0);
  const word = sentence[at];
  if (word === undefined) return [];
  const after = sentence.slice(at + 1).filter(({ key }) => (traitsOf(key) & FUNCTION) === 0);
  const clause = (traitsOf(word.key) & EXCLUSION) === 0 ? after : after.slice(0, 1);
  if (clause.length === 0) return [];
  const own = new Set(said.map(({ key }) => verbStem(key)));
  // The statement says nothing of the condition: it is the rest of the sentence.
  if (clause.some(({ key }) => own.has(verbStem(key)))) return [];
  return [disagree('condition', '', word.text)];
}

function isConditional(key: string): boolean {
  return (traitsOf(key) & CONDITION) !== 0 || /^(?:when|where|while|bei|otherwise|depending)$/u.test(key);
}

/** `rose` where the sentence says `fell`, with no negator that would make them agree. */
function compareOpposites(said: readonly WordToken[], { sentence }: Match): TokenDisagreement[] {
  const theirs = new Map<number, WordToken>();
  for (const word of sentence) {
    const side = sideOf(word.key);
    if (side !== 0 && !theirs.has(side)) theirs.set(side, word);
  }
  if (theirs.size === 0) return [];
  const ours = new Set(said.map(({ key }) => sideOf(key)));
  const odd = (words: readonly WordToken[]) => words.some(({ key }) => isNegator(key));
  if (odd(said) !== odd(sentence) || isTurnedRound(said, sentence)) return [];
  for (const { key, text } of said) {
    const side = sideOf(key);
    const other = theirs.get(-side);
    if (side === 0 || other === undefined || theirs.has(side) || ours.has(-side)) continue;
    return [disagree('comparator', text, other.text)];
  }
  return [];
}
