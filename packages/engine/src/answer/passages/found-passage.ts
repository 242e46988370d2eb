import type { Passage } from '@memora/claims';
import type { SpanLike } from '@memora/core';
import type { PassageHit } from '@memora/retrieval';

/** A passage that was found for a question. */
export interface FoundPassage {
  /** The key for reading its claims; null for a claim that was found separately. */
  readonly key: number | null;
  /** Its passage. No fingerprint if it was made from a claim that was just read: such a passage is one sentence. */
  readonly passage: Omit<Passage, 'fingerprint' | 'span'> & {
    readonly fingerprint: string | null;
    readonly span: SpanLike;
  };
  /** Comparable only within one result; best first. */
  readonly score: number;
  /** 0–1: the share of the question that it covers. Comparable between questions. */
  readonly coverage: number;
  /** The legs that found it, with its rank in each. */
  readonly why: Pick<PassageHit['why'], 'legs' | 'ranks'>;
  /** The sentence with most of the question, in bytes of the note file. */
  readonly best: { readonly span: SpanLike; readonly text: string } | null;
  /** Words of the question in it. */
  readonly words: readonly string[];
  /** `was true until <date>` or `from <date>`; absent if it holds now. */
  readonly holds?: string;
}
