import type { Band, Span } from '@memora/core';

export type NoteType = 'episodic' | 'semantic' | 'procedural';
export type NoteStatus = 'draft' | 'active' | 'archived';

/** The frontmatter of a note. Absent and unreadable values are `null`; lists are never `null`. */
export interface NoteProperties {
  /** The block with both `---` lines, without the final line ending; `null` if the note has none. */
  readonly span: Span | null;
  readonly id: string | null;
  readonly title: string | null;
  readonly type: NoteType | null;
  /** Dates are `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or an instant `YYYY-MM-DDTHH:MM:SSZ`; a time without a zone is read as UTC. */
  readonly date: string | null;
  readonly region: string | null;
  /** `personal`, `reference`, `derived` or other text; kept as written. */
  readonly source: string | null;
  /** The band as written; `secret` if it could not be read; `null` if the key is absent. */
  readonly privacy: Band | null;
  readonly created: string | null;
  readonly updated: string | null;
  readonly summary: string | null;
  readonly tags: readonly string[];
  readonly refs: readonly string[];
  readonly status: NoteStatus | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  /** Within 0 to 1. */
  readonly confidence: number | null;
  readonly aliases: readonly string[];
  /** Every top-level key as spelled, with its YAML value; empty if the block could not be read. */
  readonly fields: ReadonlyMap<string, unknown>;
}
