import type { Passage } from '@memora/claims';
import type { SpanLike } from '@memora/core';
import type { PassageHit } from '@memora/retrieval';

/** A passage that was found for a question. */
export interface FoundPassage {
  /** By it the claims in it are read; null for a claim that was found by itself. */
  readonly key: number | null;
  /** Without a fingerprint where it was read at this moment: a claim as a passage of one sentence. */
  readonly passage: Omit<Passage, 'fingerprint' | 'span'> & {
    readonly fingerprint: string | null;
    readonly span: SpanLike;
  };
  /** Comparable within one result only; best first. */
  readonly score: number;
  /** 0–1: how much of what the question asks for it holds. Comparable between questions. */
  readonly coverage: number;
  /** The legs that found it, with its place in the list of each. */
  readonly why: Pick<PassageHit['why'], 'legs' | 'ranks'>;
  /** The sentence that holds most of the question, in bytes of the note file. */
  readonly best: { readonly span: SpanLike; readonly text: string } | null;
  /** Words of the question that it holds. */
  readonly words: readonly string[];
  /** `was so until <date>` or `from <date>`; left out for what holds. */
  readonly holds?: string;
}
