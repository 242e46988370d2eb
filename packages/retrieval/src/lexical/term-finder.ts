import type { FoundTerm } from './question-reading.ts';

/** A term of a question in a text. */
export interface TermHit {
  /** Which term of the text it is, from 0. */
  readonly at: number;
  readonly found: readonly FoundTerm[];
}

export interface FoundTerms {
  /** Terms of the text. */
  readonly length: number;
  readonly hits: readonly TermHit[];
}

/** The terms of a question, made to be looked for in texts. */
export interface TermFinder {
  readonly positionsByTerm: ReadonlyMap<string, readonly FoundTerm[]>;
  /** For each first character (its last seven bits), the lengths of the terms that begin with it, a bit each. */
  readonly lengths: Int32Array;
}

const CHARACTERS = 128;
const SPACE = 32;
/** Longer terms share a bit. */
const LONGEST = 31;

export function createTermFinder(positionsByTerm: TermFinder['positionsByTerm']): TermFinder {
  const lengths = new Int32Array(CHARACTERS);
  for (const term of positionsByTerm.keys()) {
    const first = term.charCodeAt(0) % CHARACTERS;
    lengths[first] = (lengths[first] ?? 0) | (1 << Math.min(term.length, LONGEST));
  }
  return { positionsByTerm, lengths };
}

const NOTHING: FoundTerms = { length: 0, hits: [] };
const NO_HITS: readonly TermHit[] = [];

/**
 * Where the terms of a question stand among those of a text, which are joined with spaces. Hundreds of texts are read for a question, and hardly
 * any of their terms is one of it: a term is cut out of the text only where its first character and its length are those of one.
 */
export function findTerms(text: string, { positionsByTerm, lengths }: TermFinder): FoundTerms {
  if (text === '') return NOTHING;
  let hits: TermHit[] | null = null;
  let at = 0;
  let start = 0;
  const end = text.length;
  for (let i = 0; i <= end; i++) {
    if (i < end && text.charCodeAt(i) !== SPACE) continue;
    const known = lengths[text.charCodeAt(start) % CHARACTERS] as number;
    if (known !== 0 && (known & (1 << Math.min(i - start, LONGEST))) !== 0) {
      const found = positionsByTerm.get(text.slice(start, i));
      if (found !== undefined) {
        hits ??= [];
        hits.push({ at, found });
      }
    }
    at++;
    start = i + 1;
  }
  return { length: at, hits: hits ?? NO_HITS };
}
