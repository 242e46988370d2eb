import { detectLanguage } from '@memora/language/detect';
import { type Language, scriptOf } from '@memora/language/stems';
import { withoutSchemes } from '../tokenise/split-addresses.ts';
import { type Token, tokenise } from '../tokenise/tokenise.ts';
import { WEIGHTS } from '../weights.ts';
import { nearTerms } from './near-terms.ts';
import type { Question, QuestionTerm, TermVariant, Vocabulary } from './question.ts';

/** In UTF-16 units. Longer questions are cut: no answer needs more, and time must stay bounded. */
const LONGEST_QUESTION = 8000;
const MOST_TERMS = 96;
const MOST_LANGUAGES = 6;
const PREFIX_TERMS = 12;
const QUOTED =
  /"([^"]{2,200})"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|«([^»]{2,200})»|「([^」]{2,200})」|『([^』]{2,200})』|《([^》]{2,200})》/gu;
const PREFIX = () => /([\p{L}\p{N}][\p{L}\p{M}\p{N}]*)\*/gu;

/**
 * Analyses a question. Its words are read by the code that reads notes, once for each language of the index: a question is often too short to
 * detect its language, and a vault may mix languages. Stems of a `scarce` language count less.
 */
export function analyseQuestion(
  text: string,
  vocabulary: Vocabulary,
  scarce: ReadonlySet<string> = NONE,
): Question {
  const question = withoutSchemes(cutQuestion(text));
  const languages = readingLanguages(text, vocabulary.languages);
  const readings = languages.map((language) => ({
    language,
    tokens: tokenise(question, language),
    scarce: scarce.has(language),
  }));
  const prefixes = prefixesOf(question);
  const terms: QuestionTerm[] = [];
  const positionByWord = new Map<string, number>();
  const covered: string[] = [];
  const parts: Piece[] = [];
  const written = question.normalize('NFKC').toLowerCase();
  (readings[0]?.tokens ?? []).forEach((token, at) => {
    if (token.kind === 'tail') return;
    if (token.kind === 'date' && token.term.startsWith('~')) {
      covered.push(token.term);
      return;
    }
    const kind = token.kind === 'short' ? 'gram' : token.kind;
    const key = `${kind} ${token.word}`;
    let position = positionByWord.get(key);
    if (position === undefined && terms.length < MOST_TERMS) {
      const variants = variantsOf(token, at, readings, prefixes, vocabulary);
      const documents = variants.reduce((sum, { term }) => sum + vocabulary.documentsWith(term), 0);
      position = terms.length;
      const pieces = kind === 'whole' ? piecesOf(token.word, parts) : [];
      terms.push({
        word: token.word,
        kind,
        variants,
        stop: token.stop,
        documents,
        ...(kind === 'whole' && !written.includes(token.word) && { compound: true }),
        ...(pieces.length > 0 && { pieces }),
      });
      positionByWord.set(key, position);
    }
    if (kind === 'part' && position !== undefined) parts.push({ word: token.word, position });
  });
  if (covered.length > 0) terms.push(rangeOf(covered, vocabulary));
  return { terms, phrases: phrasesOf(question, languages[0] ?? 'und', positionByWord) };
}

const NONE: ReadonlySet<string> = new Set();

/** A word of the question and its position among the terms. */
interface Piece {
  readonly word: string;
  readonly position: number;
}

/** Returns the positions of the last words read, if they spell the compound when joined. */
function piecesOf(whole: string, parts: readonly Piece[]): readonly number[] {
  let joined = '';
  for (let i = parts.length - 1; i >= 0 && joined.length < whole.length; i--) {
    joined = (parts[i] as Piece).word + joined;
    if (joined === whole) return parts.slice(i).map(({ position }) => position);
  }
  return [];
}

/** The words of a question, read in one language. */
interface Reading {
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly scarce: boolean;
}

/** Returns the words that end in `*`. */
function prefixesOf(question: string): ReadonlySet<string> {
  if (!question.includes('*') && !question.includes('＊')) return new Set();
  return new Set(
    [...question.normalize('NFKC').matchAll(PREFIX())].map((match) => (match[1] ?? '').toLowerCase()),
  );
}

/** Returns the question's own language, then the index's other languages in the same script. Their stemmers must be loaded. */
export function readingLanguages(text: string, indexed: readonly string[]): readonly Language[] {
  const language = languageOf(cutQuestion(text));
  const script = scriptOf(language);
  const others = (indexed as readonly Language[])
    .filter((other) => other !== language && other !== 'und' && scriptOf(other) === script)
    .slice(0, MOST_LANGUAGES);
  return indexed.includes('und') || language === 'und' ? [language, ...others, 'und'] : [language, ...others];
}

let last: { readonly text: string; readonly language: Language } | null = null;

/** Cached, because a question is read several times in a row: for its stemmers, and for its words in each leg. */
function languageOf(text: string): Language {
  if (last?.text !== text) last = { text, language: detectLanguage(text).language };
  return last.language;
}

function variantsOf(
  token: Token,
  at: number,
  readings: readonly Reading[],
  prefixes: ReadonlySet<string>,
  vocabulary: Vocabulary,
): readonly TermVariant[] {
  const weights = new Map<string, number>();
  const add = (term: string, weight: number) => weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  if (token.kind === 'part')
    for (const { term, weight } of stemsOf(token, at, readings, vocabulary)) add(term, weight);
  else add(token.term, token.kind === 'whole' ? WEIGHTS.question.whole : 1);
  if (token.kind === 'part' && /^\d{4}$/u.test(token.term))
    add(`~${token.term}`, WEIGHTS.question.coveredYear);
  const known = [...weights.keys()].some((term) => vocabulary.documentsWith(term) > 0);
  if (token.kind === 'short' || (token.kind === 'part' && prefixes.has(token.word))) {
    for (const term of vocabulary.termsWithPrefix(token.term, PREFIX_TERMS)) add(term, 0.8);
  }
  const typos =
    !known && token.kind === 'part' && !token.stop ? nearTerms([...weights.keys()], vocabulary) : [];
  const variants = [...weights].map(([term, weight]) => ({ term, weight, typo: false }));
  return [...variants, ...typos];
}

/**
 * Returns the stems of a word in each language. A scarce language is mostly a misdetection of short texts: its stem often matches something else
 * (`rates` is `rat` in Spanish), so it counts less if the question's own language knows the word. Leaving it out would hide those texts.
 */
function stemsOf(
  token: Token,
  at: number,
  [own, ...others]: readonly Reading[],
  vocabulary: Vocabulary,
): readonly { readonly term: string; readonly weight: number }[] {
  if (own === undefined) return [{ term: token.term, weight: 1 }];
  const isKnown = own.language !== 'und' && vocabulary.documentsWith(token.term) > 0;
  return [
    { term: token.term, weight: 1 },
    ...others.map(({ tokens, scarce }) => ({
      term: tokens[at]?.term ?? token.term,
      weight: isKnown && scarce ? WEIGHTS.question.guessed : 1,
    })),
  ];
}

/**
 * Returns the years inside the question's ranges (`~2005`) as one term that matches any of these years or a range in the text. A range asks for one
 * time: as separate terms, a list of years would outweigh the question's subject.
 */
function rangeOf(covered: readonly string[], vocabulary: Vocabulary): QuestionTerm {
  const variants = covered.flatMap((term) =>
    [term, term.slice(1)].map((each) => ({ term: each, weight: WEIGHTS.question.coveredYear, typo: false })),
  );
  return {
    word: covered.join(' '),
    kind: 'range',
    variants,
    stop: false,
    documents: variants.reduce((sum, { term }) => sum + vocabulary.documentsWith(term), 0),
  };
}

function phrasesOf(
  text: string,
  language: Language,
  positionByWord: ReadonlyMap<string, number>,
): readonly (readonly number[])[] {
  const phrases: number[][] = [];
  for (const match of text.matchAll(QUOTED)) {
    const quoted = match.slice(1).find((group) => group !== undefined) ?? '';
    const phrase = tokenise(quoted, language)
      .filter(({ kind }) => kind === 'part' || kind === 'gram')
      .map(({ kind, word }) => positionByWord.get(`${kind} ${word}`));
    if (phrase.length > 1 && phrase.every((position) => position !== undefined))
      phrases.push(phrase as number[]);
  }
  return phrases;
}

/** Cuts a long question at the end of a word: half a word matches nothing. */
function cutQuestion(text: string): string {
  if (text.length <= LONGEST_QUESTION) return text;
  const end = text.lastIndexOf(' ', LONGEST_QUESTION);
  return text.slice(0, end > 0 ? end : LONGEST_QUESTION);
}
