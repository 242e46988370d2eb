import { dateTerms } from '@memora/language/dates';
import { createBallot, type LanguageEvidence, languageEvidence } from '@memora/language/detect';
import type { Language } from '@memora/language/stems';
import { chunksOf } from '@memora/language/text';
import { splitAddresses } from './split-addresses.ts';
import { chunkTokens } from './tokenise.ts';

/** A term. Each distinct term is one object, so counting needs no lookup. The counters are valid for one batch at a time. */
export interface Term {
  readonly text: string;
  /** Number of the last document that counted it. */
  countedIn: number;
  /** The number of documents of the batch that contain it. */
  documents: number;
}

/** The terms of a text in one language. */
interface TextTerms {
  /** Joined with spaces, without those of dates. */
  readonly words: string;
  readonly dates: string;
  /** All of them, in order. */
  readonly list: readonly Term[];
}

/** A text that is read once for all documents of a batch that contain it. */
export interface TextReading {
  /** Returns language evidence from the first `length` characters at most. */
  readonly evidence: (length: number) => LanguageEvidence;
  readonly length: number;
  readonly terms: (language: Language) => TextTerms;
  readonly termsWithoutStopWords: (language: Language) => TextTerms;
  /** Returns the terms of its link targets and addresses, which the other members leave out; some may occur twice. */
  readonly addresses: (language: Language) => readonly Term[];
}

interface ChunkTerms {
  readonly language: Language;
  readonly all: readonly Term[];
  /** Without stop words. */
  readonly kept: readonly Term[];
}

interface ReadChunk extends LanguageEvidence {
  readonly text: string;
  /** Usually one language, rarely two. */
  readonly terms: ChunkTerms[];
}

/** The number of cached words: enough for a large vault; about 50 MB. */
const CACHE_LIMIT = 200_000;
const chunks = new Map<string, ReadChunk>();
const termByText = new Map<string, Term>();

/**
 * Creates a reader for the texts of one batch of documents. It caches words and texts, because they repeat: a
 * claim's neighbours are claims, a note has one title, and most words are known already.
 */
export function createTextReader(): { readonly read: (text: string) => TextReading } {
  // Only between two batches: within one, each term must stay the same object.
  if (chunks.size > CACHE_LIMIT || termByText.size > CACHE_LIMIT) {
    chunks.clear();
    termByText.clear();
  }
  const readings = new Map<string, TextReading>();
  return {
    read: (text) => {
      let reading = readings.get(text);
      if (reading === undefined) {
        reading = readText(text);
        readings.set(text, reading);
      }
      return reading;
    },
  };
}

function readText(text: string): TextReading {
  const { prose, addresses } = splitAddresses(text);
  const parts = chunksOf(prose).map(readChunk);
  const dates = dateTerms(prose).map(toTerm);
  const places = addresses.flatMap((address) => chunksOf(address).map(readChunk));
  let whole: LanguageEvidence | undefined;
  const known: { language: Language; keep: 'all' | 'kept'; terms: TextTerms }[] = [];
  const gather = (language: Language, keep: 'all' | 'kept'): TextTerms => {
    const found = known.find((each) => each.language === language && each.keep === keep);
    if (found !== undefined) return found.terms;
    const list: Term[] = [];
    for (const part of parts) for (const term of chunkTerms(part, language)[keep]) list.push(term);
    const words = join(list);
    for (const date of dates) list.push(date);
    const terms = { words, dates: join(dates), list };
    known.push({ language, keep, terms });
    return terms;
  };
  return {
    length: text.length,
    evidence: (length) => {
      if (length < text.length) return evidenceOf(chunksOf(text.slice(0, length)).map(readChunk));
      whole ??= evidenceOf([...parts, ...places]);
      return whole;
    },
    terms: (language) => gather(language, 'all'),
    termsWithoutStopWords: (language) => gather(language, 'kept'),
    addresses: (language) => places.flatMap((place) => chunkTerms(place, language).kept),
  };
}

const ballot = createBallot();

function evidenceOf(parts: readonly ReadChunk[]): LanguageEvidence {
  ballot.clear();
  for (const part of parts) ballot.add(part);
  return ballot.result();
}

function readChunk(text: string): ReadChunk {
  let chunk = chunks.get(text);
  if (chunk === undefined) {
    chunk = { text, ...languageEvidence(text), terms: [] };
    chunks.set(text, chunk);
  }
  return chunk;
}

function chunkTerms(chunk: ReadChunk, language: Language): ChunkTerms {
  for (const terms of chunk.terms) if (terms.language === language) return terms;
  const tokens = chunkTokens(chunk.text, language);
  const all = tokens.map(({ term }) => toTerm(term));
  const kept = tokens.some(({ stop }) => stop) ? all.filter((_, i) => tokens[i]?.stop !== true) : all;
  const terms = { language, all, kept };
  chunk.terms.push(terms);
  return terms;
}

/** Returns the single object of a term. */
export function toTerm(text: string): Term {
  let term = termByText.get(text);
  if (term === undefined) {
    term = { text, countedIn: 0, documents: 0 };
    termByText.set(text, term);
  }
  return term;
}

function join(terms: readonly Term[]): string {
  let text = '';
  for (const term of terms) text += text === '' ? term.text : ` ${term.text}`;
  return text;
}
