import type { Band, SpanLike } from '@memora/core';

/** The claim data that the validator needs. Anything with these fields can be cited. */
export interface CitableClaim {
  readonly id: string;
  /** Path of the note, as {@link SourceReader} accepts it. */
  readonly notePath: string;
  /** Bytes of the note file, half-open. */
  readonly span: SpanLike;
  /** 64 hex digits; `null` if unknown, which never verifies. */
  readonly fingerprint: string | null;
  readonly subject?: string | null | undefined;
  readonly predicate?: string | null | undefined;
  readonly object?: string | null | undefined;
  readonly noteTitle?: string | null | undefined;
  readonly headingPath?: readonly string[] | null | undefined;
  /** ISO 8601 date or instant from which the claim is valid. */
  readonly validFrom?: string | null | undefined;
  /** ISO 8601 date or instant from which it is no longer valid. */
  readonly validUntil?: string | null | undefined;
  readonly recordedFrom?: string | null | undefined;
  readonly recordedUntil?: string | null | undefined;
  /** `superseded` and `retracted` claims support nothing about the present. */
  readonly status?: string | null | undefined;
  /** `asserted`, or another mode of the source: `question hypothetical wish quoted code`. */
  readonly assertion?: string | null | undefined;
  /** The author, if not a person: `an agent`, `a tool`, `another memory`. */
  readonly by?: string | null | undefined;
  readonly band?: Band | null | undefined;
  /** True if the caller may not see the claim: its check is `redacted`, whatever the statement, and its note is not read for it. */
  readonly withheld?: boolean | undefined;
}

/** Looks up claims by id, all ids of a statement or answer in one call. An id that is not in the map does not exist. */
export type ClaimLookup = (ids: string[]) => Promise<ReadonlyMap<string, CitableClaim>>;

/** Reads a note's bytes as they are on disk; `null` if there is no such note. */
export type SourceReader = (notePath: string) => Promise<Uint8Array | null>;
