import type { Band, Span } from '@memora/core';
import type { PassageContext, PassageKind } from './passage.ts';

/** A segment of a passage. */
export interface PassagePiece {
  /** Its index among the note's segments. */
  readonly segment: number;
  readonly text: string;
}

/** A passage of a note with its context. All of its pieces are of one band, and none is secret. */
export interface NotePassage {
  readonly kind: PassageKind;
  readonly band: Band;
  /** Bytes of the note, from its first piece to its last. */
  readonly span: Span;
  readonly headingPath: readonly string[];
  /** Passages under one heading share it. */
  readonly section: number;
  readonly pieces: readonly PassagePiece[];
  /** `leadIn` and `header` of its context; `''` for nothing. */
  readonly lead: string;
  /** Besides what all passages of the note share, and the headings. */
  readonly context: Pick<PassageContext, 'dates' | 'speaker' | 'leadIn' | 'header'>;
  /** 53 bits that change where anything of it does that is not its place. */
  readonly print: number;
}

/** The passages of a note in file order. */
export interface NotePassages {
  readonly title: string;
  /** Vault-relative, with `/`. */
  readonly path: string;
  readonly aliases: readonly string[];
  /** The note's own date (`2026-02-03`); `''` where it has none, or a secret one. */
  readonly date: string;
  readonly passages: readonly NotePassage[];
}

/** A claim of a passage. */
export interface PlacedClaim {
  readonly key: number;
  /** The place of its passage, from 0. */
  readonly passage: number;
  /** The place of its segment among the passage's pieces. */
  readonly piece: number;
  /** The text of its span. */
  readonly text: string;
}

/** A passage of a note that is written. */
export interface PlacedPassage extends NotePassage {
  /** 32 bytes: BLAKE3 of the bytes of its span. */
  readonly fingerprint: Uint8Array;
}

/** The passages of a note with the claims that stand in them: all that an index is to hold of it. */
export interface PlacedNote extends NotePassages {
  readonly passages: readonly PlacedPassage[];
  /** The note's integer row key. */
  readonly note: number;
  readonly claims: readonly PlacedClaim[];
  /** What the readers of the indexes made of the passages, by the name of the index; absent where nobody asked them. */
  readonly byIndex?: Readonly<Record<string, unknown>>;
}
