import type { AsOf, ClaimStatus, Passage } from '@memora/claims';
import type { Band, Span } from '@memora/core';

export interface PassageQueryOptions {
  /** Words added by rewriting the question: synonyms, names, other languages. They count less than the question's own words. */
  readonly words?: string;
  /** Maximum number of passages; 40 by default. */
  readonly limit?: number;
  /** Answers as of a time, by validity or by knowledge. Never dropped, even if nothing is left. */
  readonly asOf?: AsOf;
  /** A time parsed from the question. It is used as `asOf`, unless nothing is left: then it is dropped, and `droppedTime` is true. */
  readonly askedTime?: AsOf;
  /** Only this region and the regions below it. */
  readonly region?: string;
  /** Bands that the reader of the answer may see; all by default. No passage contains secret text. */
  readonly bands?: readonly Band[];
  /** True includes claims from conversations. */
  readonly conversations?: boolean;
  /** A passage is found if a claim in it has one of these, or if it holds no claim. `current`, `stale` and `contested` by default. */
  readonly statuses?: readonly ClaimStatus[];
  /** Cancels pending embedder requests. */
  readonly signal?: AbortSignal;
}

/** A passage that a question found. */
export interface PassageHit {
  /** The row key of the passage, until its note is indexed again. Pass it to a retriever's `claimsIn` to get its claims. */
  readonly key: number;
  readonly passage: Passage;
  /** Comparable within one result only; hits are in descending order. */
  readonly score: number;
  readonly why: {
    /** The names of the legs that found it: `lexical`, `vector`, `graph`. */
    readonly legs: readonly string[];
    /** Its rank in each leg's list, from 1. */
    readonly ranks: Readonly<Record<string, number>>;
    /** 0–1: the share of the question, weighted by rarity, that the passage and its context contain. Comparable between questions. */
    readonly coverage: number;
  };
  /** The sentence, item or row that covers most of the question: its bytes, and its indexed text, at most 400 characters. */
  readonly best: { readonly span: Span; readonly text: string } | null;
  /** The words of the question that occur in the passage or its context. */
  readonly words: readonly string[];
  /** Index of the passage in its note, from 0: hits of one note with consecutive numbers are neighbours. */
  readonly at: number;
  /** Equal for passages of a note under the same heading. */
  readonly section: number;
}

export interface PassageResult {
  readonly hits: readonly PassageHit[];
  /** True if a requested leg could not answer, or could not search everything. */
  readonly degraded: boolean;
  /** Each begins with the leg's name; never contains text of the question or of a note. */
  readonly degradedReasons: readonly string[];
  /** True if `askedTime` left nothing and was dropped. */
  readonly droppedTime: boolean;
}
