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
  /** For each first character (its last seven bits), the terms that begin with it. */
  readonly byFirst: readonly (readonly KnownTerm[] | undefined)[];
  /** And their lengths, a bit each. */
  readonly lengths: Int32Array;
}

interface KnownTerm {
  readonly term: string;
  readonly found: readonly FoundTerm[];
  /** Its hits by place, made once for all texts: thousands are found for a question. */
  readonly hits: (TermHit | undefined)[];
}

const FIRST = 127;
/** Longer terms share a bit. */
const LONGEST = 31;
/** Hits farther behind are made for each text. */
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
 * Where the terms of a question stand among those of a text, which are joined with spaces. Hundreds of texts are read for a question, and hardly
 * any of their terms is one of it: a term is compared only where its first character and its length are those of one, and nothing is cut out.
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
