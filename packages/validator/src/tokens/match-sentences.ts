import { EXCLUSION, FUNCTION, isNegator, modalClass, quantifierClass, traitsOf } from '../words/lexicon.ts';
import { withoutDenial } from '../words/negative-prefix.ts';
import { sideOf } from '../words/opposites.ts';
import { type SentenceReading, stemsOf, type WordStems } from '../words/read-sentences.ts';
import { verbStem, type WordToken } from '../words/read-words.ts';

/** A sentence of the evidence that says nearly all the statement's words: only there can one word more or less be told. */
export interface Match {
  readonly sentence: readonly WordToken[];
  /** Stems of all its words. */
  readonly stems: ReadonlySet<string>;
  /** Share of the statement's content words that the sentence has. */
  readonly coverage: number;
  /** True where it has no content word that the statement has not. */
  readonly whole: boolean;
}

const MIN_COVERAGE = 0.75;
const MIN_WORDS = 2;

/** Words that say something of their own, and are neither negators, quantifiers, modals nor one of two opposites. */
export function contentOf(words: readonly WordToken[]): WordToken[] {
  return words.filter(
    ({ key }) =>
      (traitsOf(key) & (FUNCTION | EXCLUSION)) === 0 &&
      !isNegator(key) &&
      modalClass(key) === '' &&
      quantifierClass(key) === '' &&
      sideOf(key) === 0,
  );
}

/** More sentences than this that say the same words are not compared one by one. */
const MOST_MATCHES = 100;

/** The sentences of the evidence that say most of the statement's content words, the best only. */
export function matchSentences(
  said: readonly WordToken[],
  evidence: readonly (readonly SentenceReading[])[],
): Match[] {
  const content = contentOf(said);
  // One of two opposites is no content here, but it makes a statement of a single word beside it.
  const turns = said.some(({ key }) => sideOf(key) !== 0) ? 1 : 0;
  if (content.length + turns === 0) return [];
  const wanted = stemsOf(content);
  const matches: Match[] = [];
  const seen = new Set<string>();
  for (const sentences of evidence) {
    for (const { text, words: sentence, stems } of sentences) {
      if (seen.has(text)) continue;
      seen.add(text);
      let shared = 0;
      for (const { key } of content) if (hasWord(stems, key)) shared++;
      const coverage = shared / content.length;
      if (coverage < MIN_COVERAGE) continue;
      const whole = contentOf(sentence).every(({ key }) => hasWord(wanted, key));
      // One word stands in many sentences, but alone in few: `It must be signed.`
      if (shared + turns < MIN_WORDS && (!whole || shared === 0)) continue;
      matches.push({ sentence, stems: stems.own, coverage, whole });
    }
  }
  const top = matches.reduce((most, { coverage }) => Math.max(most, coverage), 0);
  return matches.filter(({ coverage }) => coverage === top).slice(0, MOST_MATCHES);
}

/** `safe` and `unsafe` are one word here: which of them is said is compared for itself. */
function hasWord({ own, bare }: WordStems, key: string): boolean {
  const stem = verbStem(key);
  if (own.has(stem) || bare.has(stem)) return true;
  const rest = withoutDenial(key);
  return rest !== null && own.has(rest);
}
