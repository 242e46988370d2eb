import { dateTerms } from '@memora/language/dates';
import { type Language, stopWords } from '@memora/language/stems';
import { chunksOf, foldWord, runsOf } from '@memora/language/text';
import { wordTerms } from './word-terms.ts';

/** Runs of only hiragana are endings and particles, the stop words of Japanese. */
const HIRAGANA = /^[\u3041-\u309f]+$/u;

/** One term of a text. Terms never contain white space or quotation marks, so a list of them can be joined with spaces. */
export interface Token {
  readonly term: string;
  /**
   * `part` and `gram` follow the order of the text; `whole` and `date` are other readings of the same words. A run too short for a full n-gram gives one
   * `short`; the shorter n-grams at the end of a run are `tail`.
   */
  readonly kind: 'part' | 'gram' | 'short' | 'tail' | 'whole' | 'date';
  /** The lower-case word of a `part`; otherwise the term itself. */
  readonly word: string;
  readonly stop: boolean;
}

/** Returns the terms of a text. Notes and questions must use the same code to match: a question split into `p` and `53` would never find `p53`. */
export function tokenise(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  for (const chunk of chunksOf(text)) tokens.push(...tokensOf(chunk, language));
  for (const term of dateTerms(text)) tokens.push({ term, kind: 'date', word: term, stop: false });
  return tokens;
}

/** Returns the terms of one chunk of a text, without dates. They do not depend on the text around it. */
export function chunkTokens(chunk: string, language: Language): readonly Token[] {
  const tokens: Token[] = [];
  pushChunk(tokens, chunk, language);
  return tokens;
}

/** The number of words cached per language: questions repeat their words. */
const MOST_KNOWN = 2_048;
/** A longer word would keep the text it was cut from in memory. */
const LONGEST_KNOWN = 12;
const tokensByChunk = new Map<Language, Map<string, readonly Token[]>>();

function tokensOf(chunk: string, language: Language): readonly Token[] {
  if (chunk.length > LONGEST_KNOWN) return chunkTokens(chunk, language);
  const known = tokensByChunk.get(language) ?? new Map<string, readonly Token[]>();
  if (known.size === 0) tokensByChunk.set(language, known);
  let tokens = known.get(chunk);
  if (tokens === undefined) {
    tokens = chunkTokens(chunk, language);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(chunk, tokens);
  }
  return tokens;
}

function pushChunk(tokens: Token[], chunk: string, language: Language): void {
  const stop = stopWords(language);
  for (const run of runsOf(chunk)) {
    if (run.kind === 'bigram') pushGrams(tokens, run.text, 2);
    else if (run.kind === 'trigram') pushGrams(tokens, run.text, 3);
    else if (run.kind === 'symbol')
      tokens.push({ term: run.text, kind: 'part', word: run.text, stop: false });
    else {
      const { parts, wholes } = wordTerms(run.text, language);
      for (const { term, word, spelt } of parts)
        tokens.push({ term, kind: 'part', word, stop: stop.has(foldWord(spelt ?? word)) });
      for (const term of wholes) tokens.push({ term, kind: 'whole', word: term, stop: false });
    }
  }
}

/**
 * Adds overlapping runs of `size` characters, and the last `size - 1` characters as shorter terms, so that each character starts a term and a single
 * character can be found by prefix.
 */
function pushGrams(tokens: Token[], text: string, size: number): void {
  const characters = Array.from(text);
  for (let at = 0; at < characters.length; at++) {
    const term = characters.slice(at, at + size).join('');
    const full = at + size <= characters.length;
    const kind = full ? 'gram' : at === 0 ? 'short' : 'tail';
    tokens.push({ term, kind, word: term, stop: size === 2 && HIRAGANA.test(term) });
  }
}
