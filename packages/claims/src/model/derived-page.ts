import type { ClaimId, Span } from '@memora/core';

/** A page that Memora wrote, as read from disk: a derived note whose sentences are derived claims. */
export interface DerivedPage {
  /** Vault-relative, with `/`. */
  readonly path: string;
  readonly title: string;
  readonly region: string;
  /** The bytes of the file; the spans index these. */
  readonly bytes: Uint8Array;
  readonly mtimeMs: number;
  /** In file order, not overlapping. */
  readonly statements: readonly DerivedStatement[];
}

/** One sentence of a page and the claims that it is derived from. */
export interface DerivedStatement {
  readonly span: Span;
  readonly sources: readonly ClaimId[];
  /** True for a sentence about the past: a source that is already invalid does not make it stale. */
  readonly isHistory: boolean;
}

/** A page in the store. */
export interface StoredPage {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** How many of its sentences are claims. */
  readonly statements: number;
}

/** The extractor label of claims from generated pages. */
export const PAGE_READER = 'derived-page@1';

/** The value of `note.type` for a page. Frontmatter can't set it. */
export const DERIVED_NOTE = 'derived';
