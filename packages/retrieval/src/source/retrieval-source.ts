import type { AsOf, CandidateRow, Claim, ClaimFilter, GraphReader } from '@memora/claims';
import type { LexicalSource } from '../lexical/lexical-source.ts';
import type { HitPlaces } from '../lexical/passages/hit-passages.ts';
import type { IndexedPassage } from '../passages/read-passage-rows.ts';
import type { SnippetReader } from '../retrieve/snippet-of.ts';
import type { MaybePromise } from './maybe-promise.ts';

/**
 * The reads that a retriever needs, from a database on this machine or behind a network. It makes no ranking decision. The integer keys of claims,
 * notes and passages are valid in this source only.
 */
export interface RetrievalSource {
  /**
   * Called when a question begins: clears cached rows if anything was written since. Returns the same number until the next write; null if nothing may
   * be cached.
   */
  readonly renew?: () => number | null;
  /** Returns the number from the last `renew`. */
  readonly lookedAt?: () => number | null;
  readonly lexical: LexicalSource;
  readonly graph: GraphReader;
  /** Returns the claims that pass a filter, in no particular order. */
  readonly candidates: (
    filter: ClaimFilter,
  ) => (keys: readonly number[]) => MaybePromise<Iterable<CandidateRow>>;
  /** Returns the live claims that pass a filter, if they are few among all and known without a search; null otherwise. */
  readonly few?: (filter: ClaimFilter) => ReadonlySet<number> | null;
  readonly claims: (
    keys: Iterable<number>,
    options: { readonly asOf?: AsOf },
  ) => MaybePromise<ReadonlyMap<number, Claim>>;
  /** Returns claims that were known at `asOf.known` and are no longer in any index; the most recently retired first. */
  readonly gone: (filter: ClaimFilter, limit: number) => MaybePromise<ReadonlyMap<number, Claim>>;
  readonly snippets: SnippetReader;
  /** Returns the places of claims in their passages. */
  readonly places: (claims: readonly number[]) => MaybePromise<HitPlaces>;
  /** Returns the claim keys of each passage, in their order in the text. */
  readonly claimKeys: (passages: readonly number[]) => MaybePromise<ReadonlyMap<number, readonly number[]>>;
  /** Returns the passages without claims that a claim filter allows: by their band, their dates and their note. */
  readonly barePassages: (
    filter: ClaimFilter,
    passages: readonly number[],
  ) => MaybePromise<ReadonlySet<number>>;
  /** Returns whole passages by row key. Passages that must be indexed again are left out. */
  readonly passages: (passages: readonly number[]) => MaybePromise<ReadonlyMap<number, IndexedPassage>>;
  /** Returns why some claims cannot be found, as the leg's name and a code. */
  readonly reasons: () => MaybePromise<readonly string[]>;
}
