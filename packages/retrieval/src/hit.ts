import type { AsOf, Claim, ClaimStatus } from '@memora/claims';
import type { Band, ClaimId } from '@memora/core';
import type { HitPassage } from './lexical/passages/hit-passages.ts';
import type { AskedWord } from './lexical/score-claims.ts';
import type { PassageQueryOptions, PassageResult } from './passages/passage-hit.ts';
import type { SalienceOptions } from './rerank/order-by-salience.ts';

/** One claim that answers, or helps to answer, a question. */
export interface Hit {
  readonly claim: Claim;
  /** 0–1 and comparable within one result only; the hits are in descending order, ties by claim id. */
  readonly score: number;
  readonly why: {
    /** The legs that found it: `lexical`, `vector`, `graph`. */
    readonly legs: readonly string[];
    /** Its place in each leg's own list, from 1. */
    readonly ranks: Readonly<Record<string, number>>;
    /**
     * 0–1: how much of what the question asks for, weighted by how rare its words are here, stands in the claim, in its title and headings,
     * or beside it. Comparable between questions.
     */
    readonly coverage: number;
    /** The same in the claim's own words alone: its title may hold all that is asked for, and this sentence nothing of it. */
    readonly ownCoverage: number;
    /** Each word that the question asks for, and how far the claim holds it. */
    readonly words: readonly AskedWord[];
    /** For a claim reached over the graph: the ids from the claim that the question found to this one. */
    readonly path?: readonly ClaimId[];
  };
  /**
   * The span's text as it was indexed, on one line, 400 characters at most; for a secret claim its terms as the store shows
   * them. To show, not to prove: a citation is checked against the note.
   */
  readonly snippet: string;
  /** The block that the claim stands in; absent for a secret claim, for one that is gone, and for one that reaches beyond its segment. */
  readonly passage?: HitPassage;
}

export interface QueryOptions {
  /** How many hits; 10 by default. */
  readonly k?: number;
  /** What was true, or known, then. Superseded claims that were valid then come too. */
  readonly asOf?: AsOf;
  /** The region itself and the regions below it. */
  readonly region?: string;
  /** Bands that may be shown where the answer goes; all by default. Applied before the list is cut to `k`. */
  readonly bands?: readonly Band[];
  /** True finds what conversations say too; without it they are left out. */
  readonly conversations?: boolean;
  /** False leaves out what agents remembered: what people wrote is found though many memories use the same words. */
  readonly memories?: boolean;
  /** `current`, `stale` and `contested` by default. */
  readonly statuses?: readonly ClaimStatus[];
  /** Orders what was found by recency, frequency and trust too; off by default, and to be left off where the answer cites. */
  readonly salience?: boolean | SalienceOptions;
  /** Cancels what is under way at an embedder. */
  readonly signal?: AbortSignal;
}

export interface QueryResult {
  readonly hits: readonly Hit[];
  /** True where a leg that was asked for could not answer, or not from every claim; what is there was found all the same. */
  readonly degraded: boolean;
  /** Each begins with the leg's name, or `index` where claims are missing from all; never holds text of the question or of a note. */
  readonly degradedReasons: readonly string[];
  /**
   * True where words too common to search by took no part in finding claims (they still counted in ranking them), or where a
   * narrow filter left little of the nearest vectors among very many.
   */
  readonly cut: boolean;
}

/** A persistent query handle: statements are prepared once, and the first query loads nothing whole. */
export interface Retriever {
  /** Another number after each question that found something written since the one before it; null where that is not known. */
  readonly lookedAt?: () => number | null;
  /** Claims for a question, the best first. Any text is a safe question; one that holds no word gives no hits. */
  readonly query: (question: string, options?: QueryOptions) => Promise<QueryResult>;
  /**
   * Passages for a question, best first. Any text is a safe question; one that holds no word gives no hits. The texts are those of the
   * notes: whoever shows a passage reads its bytes and compares the fingerprint.
   */
  readonly passages: (question: string, options?: PassageQueryOptions) => Promise<PassageResult>;
  /** The claims that stand in passages, by the passage's key, as far as these options let them be seen. None of them is secret. */
  readonly claimsIn: (
    passages: readonly Pick<HitPassage, 'key'>[],
    options?: Pick<QueryOptions, 'asOf' | 'region' | 'bands' | 'conversations' | 'statuses'>,
  ) => Promise<ReadonlyMap<number, readonly Claim[]>>;
}
