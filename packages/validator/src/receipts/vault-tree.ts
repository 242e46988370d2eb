import { type Blake3, fingerprint, type SpanLike } from '@memora/core';
import { ValidatorError } from '../contract/validator-error.ts';
import { hashLeaf, type MerklePath, merklePath, merkleRoot } from './merkle-tree.ts';

/** A note of a vault tree: its bytes or their digest, and the spans that can be proved from it. */
export interface VaultTreeNote {
  readonly path: string;
  readonly bytes?: Uint8Array;
  /** BLAKE3-256 of the whole file, if the bytes are not given; `null` leaves it out, for a note with a secret. */
  readonly digest?: string | null;
  readonly spans: readonly (SpanLike & { readonly fingerprint: string })[];
}

/** A Merkle tree over the notes of a vault and their spans. Its root depends on every byte of every note. */
export interface VaultTree {
  /** 64 hex digits. Sign or publish it, and any receipt can be compared with it. */
  readonly root: string;
  readonly prove: (path: string, span: SpanLike & { readonly fingerprint: string }) => VaultProof | null;
}

/** The proof that a span belongs to the root. */
export interface VaultProof {
  /** BLAKE3-256 of the note, unless it is left out. */
  readonly digest: string | null;
  /** Root over the note's spans. */
  readonly spansRoot: string;
  readonly spanPath: MerklePath;
  readonly notePath: MerklePath;
}

/**
 * Builds the tree; the order of notes and spans does not matter. Throws `INVALID_NOTE` for a note without
 * bytes or digest.
 */
export function createVaultTree(notes: Iterable<VaultTreeNote>, blake3?: Blake3): VaultTree {
  const entries = [...notes]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, bytes, digest, spans }) => {
      const noteDigest = bytes === undefined ? digest : fingerprint(bytes, blake3);
      if (noteDigest === undefined) {
        throw new ValidatorError(`note ${path} has neither bytes nor digest`, { code: 'INVALID_NOTE' });
      }
      const leaves = [...new Set(spans.map((span) => spanLeaf(span, blake3)))].sort();
      return { path, digest: noteDigest, leaves, spansRoot: merkleRoot(leaves, blake3) };
    });
  const noteLeaves = entries.map((entry) => noteLeaf(entry.path, entry.digest, entry.spansRoot, blake3));
  return {
    root: merkleRoot(noteLeaves, blake3),
    prove: (path, span) => {
      const at = entries.findIndex((entry) => entry.path === path);
      const entry = entries[at];
      const index = entry?.leaves.indexOf(spanLeaf(span, blake3)) ?? -1;
      if (entry === undefined || index === -1) return null;
      const { digest, spansRoot, leaves } = entry;
      const spanPath = merklePath(leaves, index, blake3);
      return { digest, spansRoot, spanPath, notePath: merklePath(noteLeaves, at, blake3) };
    },
  };
}

export function spanLeaf(
  span: SpanLike & { readonly fingerprint: string },
  blake3: Blake3 | undefined,
): string {
  return hashLeaf(['span', span.start, span.end, span.fingerprint], blake3);
}

export function noteLeaf(
  path: string,
  digest: string | null,
  spansRoot: string,
  blake3: Blake3 | undefined,
): string {
  return hashLeaf(['note', path, digest ?? '', spansRoot], blake3);
}
