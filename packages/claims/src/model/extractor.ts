import type { Span } from '@memora/core';
import type { ParsedNote } from '@memora/vault';
import type { ClaimAssertion, ClaimKind, Precision } from './claim.ts';
import type { ExtractionUsage } from './index-report.ts';

/** A claim from an extractor: without id and lifecycle. */
export interface ExtractedClaim {
  /** Index into the note's `segments` of the segment that states it. */
  readonly segment: number;
  /** Bytes of the file; within the segment's span, except for a task's box. */
  readonly span: Span;
  readonly subject: string;
  /**
   * True if the subject is not in the span but comes from the note's title or a heading. Such a subject is not part of the claim's identity, so that renaming
   * the heading keeps the id.
   */
  readonly inherited: boolean;
  /** True if a model resolved the subject. */
  readonly isResolved?: boolean;
  readonly predicate: string;
  readonly object: string | null;
  readonly kind: ClaimKind;
  readonly assertion: ClaimAssertion;
  /** 0–1, before the note's own `confidence` and `status` are applied. */
  readonly confidence: number;
  /** ISO 8601 in the text's precision; null if the text, heading, file name and frontmatter give no date. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly precision: Precision;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The claim's extractor, if it is not the one that was called. */
  readonly extractor?: string;
}

/** The result of an extractor for the given segments. Every segment is claimed, gated or failed. */
export interface Extraction {
  readonly claims: readonly ExtractedClaim[];
  /** The reason for each segment that states nothing checkable, by segment index. */
  readonly gated: ReadonlyMap<number, string>;
  /** Segments whose extraction failed and should be retried, by segment index. */
  readonly failed: ReadonlyMap<number, { readonly code: string; readonly reason: string }>;
  /** Records that were returned and refused, counted by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** The refused records, if they may be kept. */
  readonly refusals?: readonly Refusal[];
  readonly usage: ExtractionUsage | null;
}

/** A record that a model returned and that was refused. */
export interface Refusal {
  /** Index of its segment; null if it names none. */
  readonly segment: number | null;
  readonly reason: string;
  readonly quote: string;
  readonly subject: string | null;
  readonly relation: string | null;
  readonly object: string | null;
}

/** Names of things and of relations that are in use. None comes from secret text. */
export interface KnownNames {
  readonly entities: readonly string[];
  readonly relations: readonly string[];
}

/** What an extractor receives besides the note. */
export interface ExtractionContext {
  /** The bytes of the note file. */
  readonly bytes: Uint8Array;
  /** Names that may occur in the note, for an extractor that resolves names. */
  readonly known?: KnownNames;
  readonly signal?: AbortSignal;
}

/** Extracts claims from segments. Both the offline and the model-backed extractor implement this. */
export interface Extractor {
  readonly name: string;
  readonly version: string;
  readonly model?: string;
  /**
   * True if a call costs time or money: only segments with new bytes are passed in, and each note is committed when it is done. False if it is cheap and
   * deterministic: the whole note is passed in.
   */
  readonly incremental: boolean;
  /** How many notes may be extracted at once. */
  readonly parallelism?: number;
  /** `segments` are indices into `note.segments`, ascending. */
  readonly extract: (
    note: ParsedNote,
    segments: readonly number[],
    context: ExtractionContext,
  ) => Extraction | Promise<Extraction>;
  /** Returns what `extract` would use, without calling the model. */
  readonly estimate?: (note: ParsedNote, segments: readonly number[]) => ExtractionUsage;
}

/** Returns `name@version`, with the model if there is one: the extractor in every claim. */
export function extractorLabel(extractor: Pick<Extractor, 'name' | 'version' | 'model'>): string {
  const label = `${extractor.name}@${extractor.version}`;
  return extractor.model === undefined ? label : `${label} (${extractor.model})`;
}
