import type { Band } from '@memora/core';
import type { Vocabulary } from '../question/question.ts';
import type { MaybePromise } from '../source/maybe-promise.ts';
import type { CandidatePlan, RestTerms } from './choose-terms.ts';
import type { ClaimPlace, PassageRow } from './passages/passage-rows.ts';
import type { LexicalTotals } from './read-vocabulary.ts';
import type { SecretTexts } from './tables/secret-texts.ts';

/** Returns the row keys that may be seen. */
export type SeenKeys = (
  keys: readonly number[],
) => MaybePromise<{ readonly has: (key: number) => boolean; readonly size: number }>;

/** The full-text index as the lexical leg reads it. Counts include only what the caller may see. */
export interface LexicalSource {
  readonly totals: () => MaybePromise<LexicalTotals>;
  /** Runs `read` over the words of the index; several times if words had to be fetched. `read` must have no side effects. */
  readonly withVocabulary: <Result>(
    languages: readonly string[],
    read: (vocabulary: Vocabulary) => Result,
  ) => MaybePromise<Result>;
  /** Returns the passages that a plan finds, ranked by BM25 over whole passages: pairs first, then any term; at most `limit` of each. */
  readonly ranked: (plan: CandidatePlan, limit: number) => MaybePromise<readonly number[]>;
  /** Returns the other passages of a plan, the newest first; only those older than `before`, if given. */
  readonly newest: (rest: RestTerms, limit: number, before: number | null) => MaybePromise<readonly number[]>;
  /**
   * If few passages have the requested bands, returns those that contain a word of the plan, the best first. Null if there are many or their number
   * is unknown. Passages of other bands are not read, so timing reveals nothing about them.
   */
  readonly rankedOfBands?: (plan: CandidatePlan) => MaybePromise<readonly number[] | null>;
  /**
   * Returns the passages of a plan that contain one of these claims, the best first. Absent if the source
   * can't tell beforehand that only few claims qualify.
   */
  readonly among?: (
    plan: CandidatePlan,
    claims: ReadonlySet<number>,
    limit: number,
  ) => MaybePromise<readonly number[]>;
  readonly rows: (passages: readonly number[]) => MaybePromise<readonly PassageRow[]>;
  readonly claimsIn: (passages: readonly number[]) => MaybePromise<readonly ClaimPlace[]>;
  /** Receives passages whose claims will probably be requested next, a few at a time, so that a source behind a network can read them in one request. */
  readonly readClaimsAhead?: (passages: readonly number[]) => Promise<unknown>;
  readonly placesOf: (claims: readonly number[]) => MaybePromise<readonly ClaimPlace[]>;
  /** True if no passage and no claim is secret: a request for secret claims alone uses `secrets`. */
  readonly holdsNoSecret?: boolean;
  /** Returns the secret claims that the caller may see and decrypt. */
  readonly secrets: (pass: SeenKeys) => MaybePromise<SecretTexts>;
}

/** True if only secret claims are requested and no passage of the source is secret, so that reading the index would find nothing. */
export function isBesideIndex(
  { holdsNoSecret }: Pick<LexicalSource, 'holdsNoSecret'>,
  bands: readonly Band[] | undefined,
): boolean {
  return holdsNoSecret === true && bands !== undefined && bands.every((band) => band === 'secret');
}
