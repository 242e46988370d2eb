import type { Span } from '@memora/core';
import type { ParsedNote } from '@memora/vault';
import type { ClaimAssertion, ClaimKind, Precision } from './claim.ts';
import type { ExtractionUsage } from './index-report.ts';

/** A claim as an extractor gives it: no id yet, no lifecycle. */
export interface ExtractedClaim {
  /** Index, in the note's `segments`, of the segment that states it. */
  readonly segment: number;
  /** Bytes of the file; within the segment's span, a task's box aside. */
  readonly span: Span;
  readonly subject: string;
  /**
   * True where the subject is not in the span but comes from the note's title or a heading. Such a subject is no part of
   * the claim's identity, so that renaming the heading keeps the id.
   */
  readonly inherited: boolean;
  /** True if a model resolved whom or what the subject means. */
  readonly isResolved?: boolean;
  readonly predicate: string;
  readonly object: string | null;
  readonly kind: ClaimKind;
  readonly assertion: ClaimAssertion;
  /** 0–1, before the note's own `confidence` and `status` act on it. */
  readonly confidence: number;
  /** ISO 8601 of the precision; null where neither text, heading, file name nor frontmatter gives a date. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly precision: Precision;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Who made it, where that is not the extractor that was asked. */
  readonly extractor?: string;
}

/** What an extractor made of the segments it was given. Every segment is claimed, gated or failed. */
export interface Extraction {
  readonly claims: readonly ExtractedClaim[];
  /** Segments that state nothing checkable: the reason, by segment index. */
  readonly gated: ReadonlyMap<number, string>;
  /** Segments whose extraction failed and should be tried again, by segment index. */
  readonly failed: ReadonlyMap<number, { readonly code: string; readonly reason: string }>;
  /** Records that were returned and not accepted, counted by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** What those records were, where they may be kept. */
  readonly refusals?: readonly Refusal[];
  readonly usage: ExtractionUsage | null;
}

/** A record that a model returned and that was not accepted. */
export interface Refusal {
  /** Index of the segment that it was given for; null if it names none. */
  readonly segment: number | null;
  readonly reason: string;
  readonly quote: string;
  readonly subject: string | null;
  readonly relation: string | null;
  readonly object: string | null;
}

/** Names in use: of things, and of relations between them. None of them comes from secret text. */
export interface KnownNames {
  readonly entities: readonly string[];
  readonly relations: readonly string[];
}

/** What an extractor is given besides the note. */
export interface ExtractionContext {
  /** The bytes of the note file. */
  readonly bytes: Uint8Array;
  /** Names that may occur in the note, for an extractor that resolves names. */
  readonly known?: KnownNames;
  readonly signal?: AbortSignal;
}

/** Makes claims of segments. Both extractors, offline and model-backed, are one of these. */
export interface Extractor {
  readonly name: string;
  readonly version: string;
  readonly model?: string;
  /**
   * True where a call costs time or money: only segments whose bytes are new are handed in, and each note is committed
   * as it is done. False means: cheap and deterministic, hand in the whole note.
   */
  readonly incremental: boolean;
  /** How many notes may be under way at once. */
  readonly parallelism?: number;
  /** `segments` are indices into `note.segments`, ascending. */
  readonly extract: (
    note: ParsedNote,
    segments: readonly number[],
    context: ExtractionContext,
  ) => Extraction | Promise<Extraction>;
  /** What `extract` would use, without doing it. */
  readonly estimate?: (note: ParsedNote, segments: readonly number[]) => ExtractionUsage;
}

/** `name@version`, with the model where there is one: what every claim says of its maker. */
export function extractorLabel(extractor: Pick<Extractor, 'name' | 'version' | 'model'>): string {
  const label = `${extractor.name}@${extractor.version}`;
  return extractor.model === undefined ? label : `${label} (${extractor.model})`;
}
