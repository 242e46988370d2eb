import type { AsOf, CandidateRow, Claim, ClaimFilter, GraphReader } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import type { LexicalSource } from '../lexical/lexical-source.ts';
import type { HitPlaces } from '../lexical/passages/hit-passages.ts';
import type { IndexedPassage } from '../passages/read-passage-rows.ts';
import type { SnippetReader } from '../retrieve/snippet-of.ts';
import type { MaybePromise } from './maybe-promise.ts';

/**
 * What a retriever reads: the rows of a database, on this machine or behind a network. It decides nothing about ranking, which is the
 * retriever's. Claims, notes and passages go by whole numbers that mean something in this source alone.
 */
export interface RetrievalSource {
  /**
   * Told where a question begins: what is kept of rows is forgotten where anything was written since. While it gives the same number, nothing was; null where nothing may be
   * kept.
   */
  readonly renew?: () => number | null;
  /** What it gave last. */
  readonly lookedAt?: () => number | null;
  readonly lexical: LexicalSource;
  readonly graph: GraphReader;
  /** Those of the claims that pass a filter, in no particular order. */
  readonly candidates: (
    filter: ClaimFilter,
  ) => (keys: readonly number[]) => MaybePromise<Iterable<CandidateRow>>;
  readonly claims: (
    keys: Iterable<number>,
    options: { readonly asOf?: AsOf },
  ) => MaybePromise<ReadonlyMap<number, Claim>>;
  /** Claims that were known at `asOf.known`, and that no index holds any more; those that went last first. */
  readonly gone: (filter: ClaimFilter, limit: number) => MaybePromise<ReadonlyMap<number, Claim>>;
  readonly corroboration: (ids: Iterable<string>) => MaybePromise<ReadonlyMap<ClaimId, readonly ClaimId[]>>;
  readonly snippets: SnippetReader;
  /** Where claims stand. */
  readonly places: (claims: readonly number[]) => MaybePromise<HitPlaces>;
  /** The keys of the claims in each passage, in the order in which they stand. */
  readonly claimKeys: (passages: readonly number[]) => MaybePromise<ReadonlyMap<number, readonly number[]>>;
  /** Of passages in which no claim is, those that may be seen under a filter of claims: by their band, their dates and their note. */
  readonly barePassages: (
    filter: ClaimFilter,
    passages: readonly number[],
  ) => MaybePromise<ReadonlySet<number>>;
  /** Whole passages by their row keys; those that have to be indexed again are left out. */
  readonly passages: (passages: readonly number[]) => MaybePromise<ReadonlyMap<number, IndexedPassage>>;
  /** Why not every claim can be found, by the leg's name and a code. */
  readonly reasons: () => MaybePromise<readonly string[]>;
}
