import type { MerklePath } from './merkle-tree.ts';

/** A portable proof of an answer, plain JSON. Digests are BLAKE3-256 in hex, of UTF-8 for text. */
export interface Receipt {
  readonly version: 'memora-receipt-1';
  /** The clean text; `null` if a statement in it may not be shown; without a digest if one is secret. */
  readonly answer: { readonly text: string | null; readonly digest: string | null };
  readonly statements: readonly ReceiptStatement[];
  readonly citations: readonly ReceiptCitation[];
  readonly notes: readonly ReceiptNote[];
  /** Root of the tree that all paths lead to: the vault's, or that of the cited notes alone. */
  readonly root: string;
  /** Number of statements left out because a secret span supports them. */
  readonly omitted: number;
  /** Digest of everything above, as JSON with sorted keys. */
  readonly digest: string;
}

/** A kept statement, with its supporting citations. */
export interface ReceiptStatement {
  /** `null` if it depends on a private span; then only the digest is given. */
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
  /** `null` for a private span, and if the bytes are not UTF-8. */
  readonly text: string | null;
  /** The hashes on the path to the root over the note's spans. */
  readonly path: MerklePath;
}

/** A cited note. */
export interface ReceiptNote {
  readonly path: string;
  /**
   * `null` if the note contains text that the reader of the receipt may not see: a hash would confirm a guess
   * at it.
   */
  readonly digest: string | null;
  /** The original of the cited spans, as proven when the receipt was made. Absent for every other note. */
  readonly original?: ReceiptOriginal;
  /** Root over the note's spans. */
  readonly spans: string;
  /** To `root`. */
  readonly proof: MerklePath;
}

/** The document that a note was made from. */
export interface ReceiptOriginal {
  /** BLAKE3-256 of its bytes. */
  readonly digest: string;
  /** `name@version` of the extractor. */
  readonly extractor: string;
}

/** The same JSON for the same value, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`).join(',')}}`;
}
