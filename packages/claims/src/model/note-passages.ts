import type { Band, Span } from '@memora/core';
import type { PassageContext, PassageKind } from './passage.ts';

/** A segment of a passage. */
export interface PassagePiece {
  /** Its index among the note's segments. */
  readonly segment: number;
  readonly text: string;
}

/** A passage of a note with its context. All its pieces have the same band, and none is secret. */
export interface NotePassage {
  readonly kind: PassageKind;
  readonly band: Band;
  /** Bytes of the note, from the first piece to the last. */
  readonly span: Span;
  readonly headingPath: readonly string[];
  /** Passages under the same heading have the same number. */
  readonly section: number;
  readonly pieces: readonly PassagePiece[];
  /** `leadIn` and `header` of its context; `''` for none. */
  readonly lead: string;
  /** The context besides the headings and what all passages of the note share. */
  readonly context: Pick<PassageContext, 'dates' | 'speaker' | 'leadIn' | 'header'>;
  /** A 53-bit hash that changes if anything but its position changes. */
  readonly print: number;
}

/** The passages of a note in file order. */
export interface NotePassages {
  readonly title: string;
  /** Vault-relative, with `/`. */
  readonly path: string;
  readonly aliases: readonly string[];
  /** The note's own date (`2026-02-03`); `''` if it has none or a secret one. */
  readonly date: string;
  readonly passages: readonly NotePassage[];
}

/** A claim of a passage. */
export interface PlacedClaim {
  readonly key: number;
  /** The index of its passage, from 0. */
  readonly passage: number;
  /** The index of its segment among the passage's pieces. */
  readonly piece: number;
  /** The text of its span. */
  readonly text: string;
}

/** A passage of a note to be written. */
export interface PlacedPassage extends NotePassage {
  /** 32 bytes: BLAKE3 of the bytes of its span. */
  readonly fingerprint: Uint8Array;
}

/** The passages of a note with their claims: everything that an index stores for it. */
export interface PlacedNote extends NotePassages {
  readonly passages: readonly PlacedPassage[];
  /** The note's integer row key. */
  readonly note: number;
  readonly claims: readonly PlacedClaim[];
  /** The index readers' results for the passages, by index name; absent if no reader ran. */
  readonly byIndex?: Readonly<Record<string, unknown>>;
}
