import { type Band, type Blake3, createClaimId, type Fingerprint, type Span } from '@memora/core';
import type { PassageKind } from '@memora/language/passages';

export type { PassageKind } from '@memora/language/passages';

/** The context of a passage: text from elsewhere in its note or path. None of it is secret. */
export interface PassageContext {
  readonly title: string;
  /** Vault-relative, with `/`. */
  readonly path: string;
  /** The headings above, outermost first. */
  readonly headings: readonly string[];
  /** ISO 8601, without duplicates: of the headings, innermost first, then the file name, then the frontmatter. */
  readonly dates: readonly string[];
  /** The speaker at its beginning. */
  readonly speaker: string | null;
  /** The introduction of its list or code, if it is not in the passage. */
  readonly leadIn: string | null;
  /** The header cells of its table, if they are not in the passage. */
  readonly header: string | null;
}

/** A part of a note that can be understood with its context. It never contains bytes of a secret span, and all of it has the same band. */
export interface Passage {
  /** 16 characters of `[0-9a-z]`, stable while its bytes are. */
  readonly id: string;
  readonly noteId: string;
  readonly notePath: string;
  readonly kind: PassageKind;
  readonly band: Band;
  /** Bytes of the note file when it was last indexed. */
  readonly span: Span;
  /** BLAKE3 of these bytes. */
  readonly fingerprint: Fingerprint;
  readonly context: PassageContext;
}

/** A passage in JSON output. */
export interface PassageJson {
  readonly passage_id: string;
  readonly note: string;
  readonly note_id: string;
  readonly span: Span;
  readonly fingerprint: string;
  readonly kind: PassageKind;
  readonly context: {
    readonly title: string;
    readonly path: string;
    readonly headings: readonly string[];
    readonly dates: readonly string[];
    readonly speaker: string | null;
    readonly lead_in: string | null;
    readonly header: string | null;
  };
}

export function toPassageJson({
  id,
  noteId,
  notePath,
  kind,
  span,
  fingerprint,
  context,
}: Passage): PassageJson {
  const { title, path, headings, dates, speaker, leadIn, header } = context;
  return {
    passage_id: id,
    note: notePath,
    note_id: noteId,
    span,
    fingerprint,
    kind,
    context: { title, path, headings, dates, speaker, lead_in: leadIn, header },
  };
}

/** The input of a passage id: its note and its bytes, never an offset. */
export interface PassageIdentity {
  readonly noteId: string;
  /** 32 bytes. */
  readonly fingerprint: Uint8Array;
  /** 0 for the first passage of the note with these bytes, 1 for the second, and so on in file order. */
  readonly occurrence: number;
}

/** Returns the id of a passage, 16 characters of `[0-9a-z]`. `hash` may be a faster BLAKE3 with the same result. */
export function createPassageId({ noteId, fingerprint, occurrence }: PassageIdentity, hash?: Blake3): string {
  return createClaimId(
    { noteId, subject: '', predicate: 'passage', object: null, spanBytes: fingerprint, occurrence },
    undefined,
    hash,
  );
}
