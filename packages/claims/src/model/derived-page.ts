import type { ClaimId, Span } from '@memora/core';

/** A page that Memora wrote, as its reader found it: a derived note whose sentences are derived claims. */
export interface DerivedPage {
  /** Vault-relative, with `/`. */
  readonly path: string;
  readonly title: string;
  readonly region: string;
  /** The bytes of the file, which the spans index. */
  readonly bytes: Uint8Array;
  readonly mtimeMs: number;
  /** In file order, not overlapping. */
  readonly statements: readonly DerivedStatement[];
}

/** One sentence of a page and the claims it was made of. */
export interface DerivedStatement {
  readonly span: Span;
  readonly sources: readonly ClaimId[];
  /**
   * True for a sentence that tells what was: what has fallen already is no ground of it, so that it does not go stale by it.
   */
  readonly isHistory: boolean;
}

/** A page as the store knows it. */
export interface StoredPage {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** How many sentences of it are claims. */
  readonly statements: number;
}

/** Who made the claims of generated pages. */
export const PAGE_READER = 'derived-page@1';

/** What stands in `note.type` for a page. Frontmatter can't give it. */
export const DERIVED_NOTE = 'derived';
