import type { ClaimPlace } from './passages/passage-rows.ts';
import type { ScoredPassage } from './passages/score-passages.ts';
import type { FoundTerm, QuestionReading } from './question-reading.ts';
import type { TermHit } from './term-finder.ts';

/** A claim with what it is worth for a question. */
export interface ScoredClaim {
  readonly key: number;
  readonly score: number;
  /** True where only terms spelt like the words stand in its passage and around it. */
  readonly onlyTypos: boolean;
  /** True where the question names its note. */
  readonly named: boolean;
  /** 0–1: how much of what the question asks for, weighted by rarity, stands in the claim or over it; words beside it count half. */
  readonly coverage: number;
  /** The same for the words of the claim's segment alone. */
  readonly ownCoverage: number;
  /** The same for the words of the claim's passage: a paragraph, or the turn of a conversation. */
  readonly passageCoverage: number;
  /** Each word that is asked for, and how far the claim's passage holds it itself. */
  readonly passageWords: () => readonly AskedWord[];
  /** What each name that the question asks for adds to both. */
  readonly names: readonly HeldName[];
  /** Each word that is asked for, and how far the claim holds it. */
  readonly words: () => readonly AskedWord[];
}

/** A word that a question asks for, as a claim holds it. */
export interface AskedWord {
  readonly word: string;
  /** Its part of all that is asked for, by rarity; those of all words are 1 together. */
  readonly share: number;
  /** 0–1: in the claim, in its title and headings, or for half beside it. */
  readonly held: number;
  /** 0–1: in the claim's own words. */
  readonly own: number;
  /** Passages that hold it, or something spelt or stemmed like it. */
  readonly documents: number;
  /** True where it names somebody or something. */
  readonly name?: boolean;
}

/** A name of the question, or something spelt or stemmed like it, in a claim. */
export interface HeldName {
  readonly name: string;
  readonly share: number;
  readonly ownShare: number;
  /** How much more of all that is asked for it would be, stood it nowhere: as it does where only another is like it. */
  readonly rarer: number;
}

/** What a word is worth more in a claim where its title holds it too. */
const REPEATED = 0.25;

/** What a word counts for coverage that stands only in the texts beside a claim. */
const BESIDE = 0.5;

/** The claims of a passage, in the order of their own words: all are as good as the passage, but for a small share of its score. */
export function scoreClaims(
  passage: ScoredPassage,
  score: number,
  claims: readonly ClaimPlace[],
  reading: QuestionReading,
  named: boolean,
): ScoredClaim[] {
  const owns = claims.map(({ first, end }) => ownWords(passage, first, end, reading));
  // Of all its words: a claim of what is left of a passage, the rest of which may not be seen, is not its best.
  const best = owns.reduce(
    (most, { score }) => Math.max(most, score),
    worthOf(passage.count.inside, passage, reading),
  );
  const { ownShare } = reading.parameters;
  const passageCoverage = coverageOf(passage.count.inside, reading.asked);
  return claims.map(({ key }, i) => {
    const { covered: own, score: ownScore } = owns[i] as OwnWords;
    const covered = coverWith(passage, own);
    return {
      key,
      score: score * (1 - ownShare * (best > 0 ? 1 - ownScore / best : 0)),
      onlyTypos: passage.onlyTypos,
      named,
      coverage: coverageOf(covered, reading.asked),
      ownCoverage: coverageOf(own, reading.asked),
      passageCoverage,
      passageWords: () => wordsIn(passage.count.inside, passage.count.inside, reading),
      names: reading.names.length === 0 ? NO_NAMES : namesIn(covered, own, reading),
      words: () => wordsIn(covered, own, reading),
    };
  });
}

interface OwnWords {
  readonly covered: readonly number[];
  readonly score: number;
}

function ownWords(passage: ScoredPassage, first: number, end: number, reading: QuestionReading): OwnWords {
  const covered = reading.noughts.slice();
  const { hits } = passage.count;
  for (let h = 0; h < hits.length; h++) {
    const hit = hits[h] as TermHit;
    if (hit.at < first || hit.at >= end) continue;
    for (let i = 0; i < hit.found.length; i++) {
      const term = hit.found[i] as FoundTerm;
      if (term.weight > (covered[term.position] ?? 0)) covered[term.position] = term.weight;
    }
  }
  return { covered, score: worthOf(covered, passage, reading) };
}

/** What stands over a claim is said of every claim of its passage: it gains little by repeating its title. */
function worthOf(words: readonly number[], { count }: ScoredPassage, { rarity }: QuestionReading): number {
  let sum = 0;
  for (let i = 0; i < rarity.length; i++) {
    const own = words[i] ?? 0;
    sum += (rarity[i] ?? 0) * (Math.max(own, count.over[i] ?? 0) + REPEATED * own);
  }
  return sum;
}

/** Its own words, those over it, and for half those beside it. */
function coverWith({ count, neighbours }: ScoredPassage, own: readonly number[]): readonly number[] {
  const covered = own.slice();
  for (let i = 0; i < covered.length; i++) {
    let beside = count.inside[i] ?? 0;
    for (const { inside } of neighbours) beside = Math.max(beside, inside[i] ?? 0);
    covered[i] = Math.max(own[i] ?? 0, count.over[i] ?? 0, BESIDE * beside);
  }
  return covered;
}

/** The rarest words say most of what is asked for; a word that no claim holds is the rarest of all. */
function coverageOf(covered: readonly number[], asked: readonly number[]): number {
  let found = 0;
  let all = 0;
  for (let i = 0; i < asked.length; i++) {
    const weight = asked[i] ?? 0;
    found += weight * (covered[i] ?? 0);
    all += weight;
  }
  return all === 0 ? 0 : found / all;
}

function wordsIn(
  covered: readonly number[],
  own: readonly number[],
  { question, asked }: QuestionReading,
): readonly AskedWord[] {
  const all = asked.reduce((total, weight) => total + weight, 0);
  return question.terms.flatMap(({ word, documents, name }, i) => {
    const share = all === 0 ? 0 : (asked[i] ?? 0) / all;
    const held = { word, share, held: covered[i] ?? 0, own: own[i] ?? 0, documents };
    return share === 0 ? [] : [name ? { ...held, name } : held];
  });
}

const NO_NAMES: readonly HeldName[] = [];

function namesIn(
  covered: readonly number[],
  own: readonly number[],
  { question, names, asked, rarest }: QuestionReading,
): readonly HeldName[] {
  const all = asked.reduce((total, weight) => total + weight, 0);
  if (all === 0) return NO_NAMES;
  const held: HeldName[] = [];
  for (const i of names) {
    const weight = asked[i] ?? 0;
    const share = (weight * (covered[i] ?? 0)) / all;
    if (share === 0) continue;
    const ownShare = (weight * (own[i] ?? 0)) / all;
    held.push({ name: question.terms[i]?.word ?? '', share, ownShare, rarer: (rarest - weight) / all });
  }
  return held;
}
