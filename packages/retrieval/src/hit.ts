import type { AsOf, Claim, ClaimStatus } from '@memora/claims';
import type { Band, ClaimId } from '@memora/core';
import type { HitPassage } from './lexical/passages/hit-passages.ts';
import type { AskedWord } from './lexical/score-claims.ts';
import type { PassageQueryOptions, PassageResult } from './passages/passage-hit.ts';

/** A claim that answers a question, or helps to answer it. */
export interface Hit {
  readonly claim: Claim;
  /** 0–1, comparable only within one result. Hits are in descending order; ties by claim id. */
  readonly score: number;
  readonly why: {
    /** The names of the legs that found it: `lexical`, `vector`, `graph`. */
    readonly legs: readonly string[];
    /** Its rank in each leg's list, from 1. */
    readonly ranks: Readonly<Record<string, number>>;
    /**
     * 0–1: the share of the question, weighted by how rare its words are here, that occurs in the claim, in its title and headings, or next to it.
     * Comparable between questions.
     */
    readonly coverage: number;
    /** The same share for the claim's own words alone. A title may contain everything the question asks for, and the sentence nothing. */
    readonly ownCoverage: number;
    /** Each word of the question, and how well the claim matches it. */
    readonly words: readonly AskedWord[];
    /** For a claim reached over the graph: the ids from the claim that was found to this one. */
    readonly path?: readonly ClaimId[];
  };
  /**
   * The indexed text of the span on one line, at most 400 characters; for a secret claim, its terms as the store shows them. For display only: a
   * citation is checked against the note.
   */
  readonly snippet: string;
  /** The block that contains the claim. Absent for a secret claim, a retired one, and one that spans several segments. */
  readonly passage?: HitPassage;
}

export interface QueryOptions {
  /** Number of hits; 10 by default. */
  readonly k?: number;
  /** Answers as of a time, by validity or by knowledge. Includes superseded claims that were valid then. */
  readonly asOf?: AsOf;
  /** Only this region and the regions below it. */
  readonly region?: string;
  /** Bands that the reader of the answer may see; all by default. Applied before the list is cut to `k`. */
  readonly bands?: readonly Band[];
  /** True includes claims from conversations; they are left out by default. */
  readonly conversations?: boolean;
  /** False leaves out agents' memories, so that people's notes are found even if many memories use the same words. */
  readonly memories?: boolean;
  /** `current`, `stale` and `contested` by default. */
  readonly statuses?: readonly ClaimStatus[];
  /** Cancels pending embedder requests. */
  readonly signal?: AbortSignal;
}

export interface QueryResult {
  readonly hits: readonly Hit[];
  /**
   * True if a requested leg could not answer, or could not search every claim. The result still contains what
   * was found.
   */
  readonly degraded: boolean;
  /** Each reason begins with the leg's name, or with `index` if claims are missing from all legs. Never contains text of the question or of a note. */
  readonly degradedReasons: readonly string[];
  /** True if very common words were skipped when searching (they still count in ranking), or if a narrow filter left few of the nearest vectors. */
  readonly cut: boolean;
}

/** A reusable query handle: statements are prepared once, and the first query does not load the whole index. */
export interface Retriever {
  /** Returns a number that changes after each question that saw a new write; null if unknown. */
  readonly lookedAt?: () => number | null;
  /** Returns the claims for a question, the best first. Any text is a safe question; one without a word gives no hits. */
  readonly query: (question: string, options?: QueryOptions) => Promise<QueryResult>;
  /**
   * Returns the passages for a question, the best first. Any text is a safe question; one without a word gives no hits. The texts are those of the
   * notes: before you show a passage, read its bytes and compare the fingerprint.
   */
  readonly passages: (question: string, options?: PassageQueryOptions) => Promise<PassageResult>;
  /** Returns the claims of passages, by passage key, that these options allow. None of them is secret. */
  readonly claimsIn: (
    passages: readonly Pick<HitPassage, 'key'>[],
    options?: Pick<QueryOptions, 'asOf' | 'region' | 'bands' | 'conversations' | 'statuses'>,
  ) => Promise<ReadonlyMap<number, readonly Claim[]>>;
}
