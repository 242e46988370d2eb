import type { Band, SpanLike } from '@memora/core';

/** What a passage is made of. */
export type PassageKind = 'section' | 'turn' | 'list' | 'table' | 'code';

/** A part of a note that can be understood alone. It never holds bytes of a secret span. */
export interface Passage {
  readonly id: string;
  readonly notePath: string;
  readonly noteId: string;
  readonly kind: PassageKind;
  readonly band: Band;
  /** Bytes of the note file. */
  readonly span: SpanLike;
  /** BLAKE3 of those bytes as they were indexed. */
  readonly fingerprint: string | null;
  readonly context: PassageContext;
}

/** What a reader has to know to understand a passage. */
export interface PassageContext {
  readonly title: string;
  readonly path: string;
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
  /** Days of its headings, file name and frontmatter, as `2026-03-04`. */
  readonly dates: readonly string[];
  readonly speaker: string | null;
  /** What introduces a list. */
  readonly leadIn: string | null;
  /** The header row of a table. */
  readonly header: string | null;
}

/** A passage that was found for a question. */
export interface FoundPassage {
  readonly passage: Passage;
  /** Comparable within one result only; best first. */
  readonly score: number;
  /** 0–1: how much of what the question asks for it holds. Comparable between questions. */
  readonly coverage: number;
  /** The sentence that matches best, in bytes of the note file. */
  readonly best: { readonly span: SpanLike; readonly text: string } | null;
  /** Words of the question that it holds. */
  readonly words: readonly string[];
}
