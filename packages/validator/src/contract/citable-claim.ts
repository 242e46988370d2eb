import type { Band, SpanLike } from '@memora/core';

/** What the validator has to know of a claim. Anything that has these fields can be cited. */
export interface CitableClaim {
  readonly id: string;
  /** Path of the note as {@link SourceReader} takes it. */
  readonly notePath: string;
  /** Bytes of the note file, half-open. */
  readonly span: SpanLike;
  /** 64 hex digits; `null` where none is known, which never verifies. */
  readonly fingerprint: string | null;
  readonly subject?: string | null | undefined;
  readonly predicate?: string | null | undefined;
  readonly object?: string | null | undefined;
  readonly noteTitle?: string | null | undefined;
  readonly headingPath?: readonly string[] | null | undefined;
  /** ISO 8601 date or instant from which the claim holds. */
  readonly validFrom?: string | null | undefined;
  /** ISO 8601 date or instant from which it no longer holds. */
  readonly validUntil?: string | null | undefined;
  readonly recordedFrom?: string | null | undefined;
  readonly recordedUntil?: string | null | undefined;
  /** `superseded` and `retracted` claims carry nothing about now. */
  readonly status?: string | null | undefined;
  /** `asserted`, or how else the source says it: `question hypothetical wish quoted code`. */
  readonly assertion?: string | null | undefined;
  /** Who wrote it where no person did: `an agent`, `a tool`, `another memory`. */
  readonly by?: string | null | undefined;
  readonly band?: Band | null | undefined;
  /** True if the caller may not see the claim: its check is `redacted`, whatever the statement says, and its note is not read for it. */
  readonly withheld?: boolean | undefined;
}

/** Looks claims up by id, all ids of a statement or answer at once. An id that is not in the map does not exist. */
export type ClaimLookup = (ids: string[]) => Promise<ReadonlyMap<string, CitableClaim>>;

/** Reads a note's bytes as they are on disk; `null` where there is no such note. */
export type SourceReader = (notePath: string) => Promise<Uint8Array | null>;
