import type { AsOf, ClaimStatus, Passage } from '@memora/claims';
import type { Band, Span } from '@memora/core';

export interface PassageQueryOptions {
  /** Words that a rewritten question adds: synonyms, names, other languages. Those of the question itself count more. */
  readonly words?: string;
  /** How many passages; 40 by default. */
  readonly limit?: number;
  /** What was true, or known, then. Never dropped, even if it leaves nothing. */
  readonly asOf?: AsOf;
  /**
   * A time that was read from the words of the question. It is used as `asOf`, unless that leaves nothing: then it is dropped, and
   * `droppedTime` says so.
   */
  readonly askedTime?: AsOf;
  /** The region itself and the regions below it. */
  readonly region?: string;
  /** Bands that may be shown where the answer goes; all by default. Secret text is in no passage. */
  readonly bands?: readonly Band[];
  /** True finds what conversations say too. */
  readonly conversations?: boolean;
  /** A passage is found if a claim in it has one of these, or if it holds no claim. `current`, `stale` and `contested` by default. */
  readonly statuses?: readonly ClaimStatus[];
  /** Cancels what is under way at an embedder. */
  readonly signal?: AbortSignal;
}

/** A passage that a question found. */
export interface PassageHit {
  /** The row key of the passage, until its note is indexed again: by it `claimsIn` of a retriever gives the claims in it. */
  readonly key: number;
  readonly passage: Passage;
  /** Comparable within one result only; hits are in descending order. */
  readonly score: number;
  readonly why: {
    /** The legs that found it: `lexical`, `vector`, `graph`. */
    readonly legs: readonly string[];
    /** Its place in each leg's own list, from 1. */
    readonly ranks: Readonly<Record<string, number>>;
    /** 0–1: how much of what the question asks for, by rarity, the passage and its context hold. Comparable between questions. */
    readonly coverage: number;
  };
  /** The sentence, item or row that holds most of the question: its bytes, and its text as it was indexed, 400 characters at most. */
  readonly best: { readonly span: Span; readonly text: string } | null;
  /** The words of the question that the passage or its context holds. */
  readonly words: readonly string[];
  /** The place of the passage among those of its note, from 0: hits of one note whose numbers follow each other are neighbours. */
  readonly at: number;
  /** Passages of a note under one heading share it. */
  readonly section: number;
}

export interface PassageResult {
  readonly hits: readonly PassageHit[];
  /** True where a leg that was asked for could not answer, or not from everything. */
  readonly degraded: boolean;
  /** Each begins with the leg's name; never holds text of the question or of a note. */
  readonly degradedReasons: readonly string[];
  /** True where `askedTime` left nothing and was dropped. */
  readonly droppedTime: boolean;
}
