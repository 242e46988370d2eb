import type { FoundTerm } from './question-reading.ts';

/** A match of a question's term in a text. */
export interface TermHit {
  /** Index of the term in the text, from 0. */
  readonly at: number;
  readonly found: readonly FoundTerm[];
}

export interface FoundTerms {
  /** The number of terms in the text. */
  readonly length: number;
  readonly hits: readonly TermHit[];
}

/** The terms of a question, prepared for searching texts. */
export interface TermFinder {
  /** The terms by the last seven bits of their first character. */
  readonly byFirst: readonly (readonly KnownTerm[] | undefined)[];
  /** Their lengths, one bit each. */
  readonly lengths: Int32Array;
}

interface KnownTerm {
  readonly term: string;
  readonly found: readonly FoundTerm[];
  /** Reused hits by place, because a question finds thousands. */
  readonly hits: (TermHit | undefined)[];
}

const FIRST = 127;
/** Longer terms share a bit. */
const LONGEST = 31;
/** Hits further into a text are allocated for each text. */
const KEPT = 48;

export function createTermFinder(positionsByTerm: ReadonlyMap<string, readonly FoundTerm[]>): TermFinder {
  const lengths = new Int32Array(FIRST + 1);
  const byFirst = new Array<KnownTerm[] | undefined>(FIRST + 1).fill(undefined);
  for (const [term, found] of positionsByTerm) {
    const first = term.charCodeAt(0) & FIRST;
    lengths[first] = (lengths[first] ?? 0) | (1 << Math.min(term.length, LONGEST));
    const known = { term, found, hits: new Array<TermHit | undefined>(KEPT) };
    const others = byFirst[first];
    if (others === undefined) byFirst[first] = [known];
    else others.push(known);
  }
  return { byFirst, lengths };
}

const NOTHING: FoundTerms = { length: 0, hits: [] };
const NO_HITS: readonly TermHit[] = [];

/**
 * Finds the terms of a question among the space-separated terms of a text. A question reads hundreds of texts, and hardly any of their terms match.
 * So a term is compared only if its first character and its length match, and no substring is allocated.
 */
export function findTerms(text: string, { byFirst, lengths }: TermFinder): FoundTerms {
  if (text === '') return NOTHING;
  let hits: TermHit[] | null = null;
  let at = 0;
  let start = 0;
  const end = text.length;
  while (start <= end) {
    let stop = text.indexOf(' ', start);
    if (stop < 0) stop = end;
    const first = text.charCodeAt(start) & FIRST;
    if (((lengths[first] as number) & (1 << Math.min(stop - start, LONGEST))) !== 0) {
      for (const known of byFirst[first] as readonly KnownTerm[]) {
        if (known.term.length !== stop - start || !text.startsWith(known.term, start)) continue;
        const hit = hitAt(at, known);
        if (hits === null) hits = [hit];
        else hits.push(hit);
        break;
      }
    }
    at++;
    start = stop + 1;
  }
  return { length: at, hits: hits ?? NO_HITS };
}

function hitAt(at: number, { found, hits }: KnownTerm): TermHit {
  if (at >= KEPT) return { at, found };
  let hit = hits[at];
  if (hit === undefined) {
    hit = { at, found };
    hits[at] = hit;
  }
  return hit;
}
