import type { Band } from '@memora/core';
import { createShares } from '../lexical/add-shares.ts';
import { chooseTerms } from '../lexical/choose-terms.ts';
import { DEFAULT_LEXICAL_PARAMETERS } from '../lexical/lexical-parameters.ts';
import { isBesideIndex, type LexicalSource, type SeenKeys } from '../lexical/lexical-source.ts';
import { createVisible, findPassages, type PassBare } from '../lexical/passages/find-passages.ts';
import type { ClaimPlace } from '../lexical/passages/passage-rows.ts';
import { createPassageScorer, type ScoredPassage } from '../lexical/passages/score-passages.ts';
import { type QuestionReading, readQuestion } from '../lexical/question-reading.ts';
import type { LexicalSearchOptions } from '../lexical/search-lexical.ts';
import { DEFAULT_POSTINGS } from '../lexical/search-lexical.ts';
import { addWords } from '../question/add-words.ts';
import { analyseQuestion, readingLanguages } from '../question/analyse-question.ts';
import type { QuestionTerm } from '../question/question.ts';
import { loadStemmers } from '../tokenise/load-stemmers.ts';
import { WEIGHTS } from '../weights.ts';

/** The parameters of a passage search. */
export interface PassageSearch {
  readonly text: string;
  /** Words added by rewriting the question. */
  readonly words: string;
  /** The number of passages to return. */
  readonly limit: number;
  /** Returns the claims that may be seen: a passage is visible if one of its claims is. */
  readonly pass: SeenKeys;
  /** Returns the visible passages without claims. */
  readonly passBare: PassBare;
  readonly bands?: readonly Band[] | undefined;
}

/** A passage that contains words of a question. */
export interface PassageOfWords {
  readonly key: number;
  readonly score: number;
  /** 0–1: the share of the question, weighted by rarity, that the passage and its context contain. Missing words of a short question count more. */
  readonly coverage: number;
  /** The words of the question that it contains. */
  readonly words: readonly string[];
  /** The row key of its claim with the most of the question; null if none has any. */
  readonly best: number | null;
}

interface PassageSearchResult {
  /** Best first. */
  readonly found: readonly PassageOfWords[];
  /** True if the question contains no word, or only one that is too short and too common to search. */
  readonly asksNothing: boolean;
  /** Scores other passages for the question, if some of their claims are visible. */
  readonly scoresFor: (keys: readonly number[]) => Promise<ReadonlyMap<number, PassageOfWords>>;
}

/** Minimum number of passages to score: BM25 over whole passages finds them; their neighbours and context order them. */
const LEAST_SCORED = 200;

/** A question that is a single stop word, found in more than this share of passages, finds nothing. */
const COMMON_SHARE = 0.1;

/** Prepares a search for passages over the full-text index of a source. Any text is a safe question. */
export function preparePassageSearch(source: LexicalSource, options: LexicalSearchOptions = {}) {
  const parameters = options.parameters ?? DEFAULT_LEXICAL_PARAMETERS;
  const postings = options.postings ?? DEFAULT_POSTINGS;
  return async ({
    text,
    words,
    limit,
    pass,
    passBare,
    bands,
  }: PassageSearch): Promise<PassageSearchResult> => {
    const totals = await source.totals();
    // Each is read by itself: words outside a sentence may look like another language.
    await loadStemmers([text, words].flatMap((each) => readingLanguages(each, totals.languages)));
    const scarce = new Set(totals.scarce);
    const question = await source.withVocabulary(totals.languages, (vocabulary) => {
      const own = analyseQuestion(text, vocabulary, scarce);
      return words === '' ? own : addWords(own, analyseQuestion(words, vocabulary, scarce));
    });
    const plan = chooseTerms(question, totals.documents, postings);
    const isEmpty = plan.anyOf.length + plan.together.length === 0 && plan.rest === null;
    const isSmall = ({ stop, documents }: QuestionTerm) =>
      stop && documents > totals.documents * COMMON_SHARE;
    const asksNothing = question.terms.length < 2 && question.terms.every(isSmall);
    if (isEmpty || asksNothing || isBesideIndex(source, bands))
      return { found: [], asksNothing, scoresFor: async () => new Map() };
    const reading = readQuestion(question, totals, parameters);
    const scorer = createPassageScorer(reading);
    const seen = createVisible(source, pass, passBare);
    const scoreAll = async (keys: readonly number[]): Promise<ScoredPassage[]> => {
      const missing = scorer.missing(keys);
      if (missing.length > 0) scorer.add(await source.rows(missing));
      return keys.flatMap((key) => scorer.score(key) ?? []);
    };
    const candidates = await findPassages(source, plan, {
      limit: Math.max(limit, LEAST_SCORED),
      postings,
      seen,
    });
    const read = (await scoreAll(candidates)).filter(({ score }) => score > 0);
    await seen.ask(read.map(({ row }) => row.key));
    const visible = read.filter(({ row }) => seen.isSeen(row.key));
    const worth = createShares(visible, read, reading);
    const toPassage = (passage: ScoredPassage): PassageOfWords => {
      const best = bestClaim(passage, seen.claimsOf(passage.row.key), reading);
      const score = worth(passage) + parameters.bestClaim * (best?.worth ?? 0);
      return {
        key: passage.row.key,
        score: score * (passage.onlyTypos ? parameters.typos : 1),
        ...readHeld(passage, reading),
        best: best?.key ?? null,
      };
    };
    const found = visible.map(toPassage).sort((a, b) => b.score - a.score || a.key - b.key);
    return {
      found: found.slice(0, Math.max(limit, LEAST_SCORED)),
      asksNothing,
      scoresFor: async (keys) => {
        await seen.ask(keys);
        const shown = keys.filter(seen.isSeen);
        return new Map((await scoreAll(shown)).map((passage) => [passage.row.key, toPassage(passage)]));
      },
    };
  };
}

function readHeld(
  { count: { inside, over } }: ScoredPassage,
  { terms, asked, pieces, dated, datedWeight, isOfDate }: QuestionReading,
): { readonly coverage: number; readonly words: readonly string[] } {
  const words: string[] = [];
  const heldBy = terms.map((_, i) => Math.max(inside[i] ?? 0, over[i] ?? 0));
  const asks = [...asked];
  // `kWh` counts once, because a text with the compound also contains its parts, and the reverse.
  for (const [whole, parts] of pieces) {
    asks[whole] = 0;
    const held = Math.min(1, (heldBy[whole] as number) / WEIGHTS.question.whole);
    for (const part of parts) heldBy[part] = Math.max(heldBy[part] as number, held);
  }
  const ofDate = datedWeight * Math.max(0, ...dated.map((i) => heldBy[i] as number));
  let found = ofDate;
  let missing = isOfDate ? datedWeight - ofDate : 0;
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i] as QuestionTerm;
    const held = heldBy[i] as number;
    const weight = asks[i] as number;
    found += weight * held;
    missing += weight * (1 - held);
    if (held > 0 && !term.stop && term.kind !== 'range') words.push(term.word);
  }
  const count = asks.filter((weight) => weight > 0).length;
  // A match of one word out of two says less about a passage than three out of six, unless the passage has
  // the requested date.
  const doubt = ofDate > 0 || count === 0 ? 0 : WEIGHTS.question.missing / count;
  const coverage = found === 0 ? 0 : found / (found + missing * (1 + doubt));
  return { coverage, words: [...new Set(words)] };
}

function bestClaim(
  { count }: ScoredPassage,
  claims: readonly ClaimPlace[],
  { rarity }: QuestionReading,
): { readonly key: number; readonly worth: number } | null {
  let best: { readonly key: number; readonly worth: number } | null = null;
  for (const { key, first, end } of claims) {
    const held = new Map<number, number>();
    for (const { at, found } of count.hits)
      if (at >= first && at < end)
        for (const { position, weight } of found)
          held.set(position, Math.max(weight, held.get(position) ?? 0));
    let worth = 0;
    for (const [position, weight] of held) worth += weight * (rarity[position] ?? 0);
    if (worth > 0 && (best === null || worth > best.worth)) best = { key, worth };
  }
  return best;
}
