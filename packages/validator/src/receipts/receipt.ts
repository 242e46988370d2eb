import type { MerklePath } from './merkle-tree.ts';

/** A portable proof of an answer, plain JSON. Digests are BLAKE3-256 in hex, of UTF-8 where they are of text. */
export interface Receipt {
  readonly version: 'memora-receipt-1';
  /** The clean text; `null` where a statement in it may not be shown; no digest either where one is secret. */
  readonly answer: { readonly text: string | null; readonly digest: string | null };
  readonly statements: readonly ReceiptStatement[];
  readonly citations: readonly ReceiptCitation[];
  readonly notes: readonly ReceiptNote[];
  /** Root of the tree that all paths lead to: of the vault, or of the cited notes alone. */
  readonly root: string;
  /** Statements left out because a secret span carries them. */
  readonly omitted: number;
  /** Of everything above, as JSON with sorted keys. */
  readonly digest: string;
}

/** A statement that stands, with the citations that carry it. */
export interface ReceiptStatement {
  /** `null` where it rests on a private span: then only the digest is given. */
  readonly text: string | null;
  readonly digest: string;
  /** Indexes into `citations`. */
  readonly citations: readonly number[];
}

/** A cited span. */
export interface ReceiptCitation {
  readonly claim: string;
  /** Index into `notes`. */
  readonly note: number;
  /** Bytes of the note file, half-open. */
  readonly span: readonly [number, number];
  readonly fingerprint: string;
  /** `null` for a private span, and where the bytes are not UTF-8. */
  readonly text: string | null;
  /** To the root over the note's spans. */
  readonly path: MerklePath;
}

/** A cited note. */
export interface ReceiptNote {
  readonly path: string;
  /** `null` where the note holds what the reader of the receipt may not see: a hash of it with the rest known could be guessed at. */
  readonly digest: string | null;
  /** What the cited spans of the note were extracted from, as it was proved when the receipt was made. Absent for every other note. */
  readonly original?: ReceiptOriginal;
  /** Root over the note's spans. */
  readonly spans: string;
  /** To `root`. */
  readonly proof: MerklePath;
}

/** The document that a note was made of. */
export interface ReceiptOriginal {
  /** BLAKE3-256 of its bytes. */
  readonly digest: string;
  /** `name@version` of what reads it. */
  readonly extractor: string;
}

/** The same JSON for the same value, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`).join(',')}}`;
}
