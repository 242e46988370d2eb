import type { TokenDisagreement } from '../../contract/critical-token-report.ts';
import { disagree } from '../../contract/disagree.ts';
import { isFunctionWord, wordSet } from '../../words/lexicon.ts';
import { isPossessive, verbStem, type WordToken } from '../../words/read-words.ts';
import { contentOf, type Match } from '../match-sentences.ts';

const JOINS = /^(?:and|or|und|oder|et|ou|y|o|e|и|или)$/u;
const relations = wordSet('relation', 'direction');

/** Two operands that stand the other way round, with all else in the same order. */
export function compareOrder(
  said: readonly WordToken[],
  { sentence, stems, coverage }: Match,
): TokenDisagreement[] {
  const exact = exactSwap(said, sentence) ?? turnedRound(said, sentence);
  if (exact !== null) return [disagreement(exact)];
  const ours = contentOf(said);
  if (coverage < 1 || ours.length < 3) return [];
  const sequence = ours.map(({ key }) => verbStem(key));
  if (new Set(sequence).size !== sequence.length || sequence.some((stem) => !stems.has(stem))) return [];
  const placeByStem = new Map<string, number>();
  sentence.forEach(({ key }, i) => {
    const stem = verbStem(key);
    if (!placeByStem.has(stem)) placeByStem.set(stem, i);
  });
  const places = sequence.map((stem) => placeByStem.get(stem) as number);
  const sorted = [...places].sort((a, b) => a - b);
  const moved = places.map((place, i) => (place === sorted[i] ? -1 : i)).filter((i) => i !== -1);
  const [first, second] = moved;
  if (moved.length !== 2 || first === undefined || second === undefined) return [];
  const pair: Pair = [ours[first] as WordToken, ours[second] as WordToken];
  // `Ben's mother is Ida` for `Ida is the mother of Ben`.
  if (
    pair.some(
      ({ text, key }) =>
        isPossessive(text) !== sentence.some((word) => word.key === key && isPossessive(word.text)),
    )
  )
    return [];
  if (
    pair.some((word) => relationOf(said, word) !== '') &&
    pair.every((word) => movesWhole(word, said, sentence))
  )
    return [];
  const between = said.filter(({ start }) => start > pair[0].start && start < pair[1].start);
  if (isList(between)) return [];
  const operands = pair.every(({ text }) => /^[\p{Lu}\p{N}]/u.test(text));
  if (!operands && !between.some(({ key }) => relations().has(key))) return [];
  // A passive turns the order round and keeps the meaning.
  if (sentence.some(({ key }) => key === 'by') !== said.some(({ key }) => key === 'by')) return [];
  return [disagreement(pair)];
}

/** `Vor dem Essen beginnt die Sitzung`: what relates a word to the others moved with it. */
function movesWhole({ key }: WordToken, said: readonly WordToken[], sentence: readonly WordToken[]): boolean {
  const other = sentence.find((word) => word.key === key);
  const own = said.find((word) => word.key === key);
  return own !== undefined && other !== undefined && relationOf(said, own) === relationOf(sentence, other);
}

/** The word of relation right before a word, articles aside; empty where there is none. */
function relationOf(words: readonly WordToken[], word: WordToken): string {
  const at = words.indexOf(word);
  const before = words.slice(0, at).findLast(({ key }) => !ANY_ARTICLE.test(key))?.key ?? '';
  return relations().has(before) ? before : '';
}

type Pair = readonly [WordToken, WordToken];

function disagreement([left, right]: Pair): TokenDisagreement {
  return disagree('order', `${left.text} … ${right.text}`, `${right.text} … ${left.text}`);
}

/** The same words at the same places, but for two that changed theirs: no paraphrase does that and keeps the meaning. */
function exactSwap(said: readonly WordToken[], sentence: readonly WordToken[]): Pair | null {
  if (said.length !== sentence.length) return null;
  const moved: number[] = [];
  for (let i = 0; i < said.length; i++) {
    if (said[i]?.key === sentence[i]?.key) continue;
    if (moved.push(i) > 2) return null;
  }
  const [first, second] = moved;
  if (first === undefined || second === undefined || second === first + 1) return null;
  const pair: Pair = [said[first] as WordToken, said[second] as WordToken];
  if (pair.some(({ key, text, opens }) => isFunctionWord(key) && (opens || !/^\p{Lu}/u.test(text))))
    return null;
  if (pair[0].key !== sentence[second]?.key || pair[1].key !== sentence[first]?.key) return null;
  return isList(said.slice(first + 1, second)) ? null : pair;
}

/**
 * "Ida Vale thanked the user" after "The user thanked Ida Vale": in English the place of the words tells who does it, articles aside. What stands between
 * is more than a form of "be", before and behind which the same two may stand.
 */
function turnedRound(all: readonly WordToken[], allOf: readonly WordToken[]): Pair | null {
  const [said, sentence] = [withoutArticles(all), withoutArticles(allOf)];
  const same = (from: number, other: number, count: number) =>
    said.slice(from, from + count).every(({ key }, i) => key === sentence[other + i]?.key);
  if (said.length !== sentence.length) return null;
  let start = 0;
  while (start < said.length && same(start, start, 1)) start++;
  let end = said.length;
  while (end > start && same(end - 1, end - 1, 1)) end--;
  for (let x = 1; x <= MOST_WORDS; x++) {
    for (let y = 1; y <= MOST_WORDS && x + y < end - start; y++) {
      const between = said.slice(start + x, end - y);
      const pair: Pair = [said[start] as WordToken, said[end - y] as WordToken];
      if (
        same(start, end - x, x) &&
        same(end - y, start, y) &&
        same(start + x, start + y, between.length) &&
        pair.every(({ key }) => !isFunctionWord(key)) &&
        between.some(({ key }) => !isFunctionWord(key) && !BE.test(key)) &&
        !isList(between) &&
        !shareWord(said.slice(start, start + x), said.slice(end - y, end))
      )
        return pair;
    }
  }
  return null;
}

/** Two clauses of one form: "port 80 serves HTTP, port 443 serves HTTPS". */
function shareWord(a: readonly WordToken[], b: readonly WordToken[]): boolean {
  return a.some(({ key }) => b.some((other) => other.key === key));
}

function withoutArticles(words: readonly WordToken[]): readonly WordToken[] {
  return words.filter(({ key }) => !ARTICLE.test(key));
}

const MOST_WORDS = 4;
const ARTICLE = /^(?:the|an?)$/u;
const ANY_ARTICLE =
  /^(?:the|an?|d(?:er|ie|as|em|en|es)|ein(?:e[rmns]?)?|l[aeo]s?|el|un[aeo]?|il|gli|i|[ao]s?|uma?|het|de|een)$/u;
const BE = /^(?:is|are|was|were|be|been)$/u;

/** True where only items of one list stand between two of its items: `Linux, macOS and Windows`. */
function isList(between: readonly WordToken[]): boolean {
  if (between.every(({ key }) => JOINS.test(key))) return true;
  return (
    between.some(({ key }) => JOINS.test(key)) &&
    between.every(({ key, text }) => JOINS.test(key) || /\p{Lu}/u.test(text))
  );
}
