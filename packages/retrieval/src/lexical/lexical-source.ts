import type { Band } from '@memora/core';
import type { Vocabulary } from '../question/question.ts';
import type { MaybePromise } from '../source/maybe-promise.ts';
import type { CandidatePlan, RestTerms } from './choose-terms.ts';
import type { ClaimPlace, PassageRow } from './passages/passage-rows.ts';
import type { LexicalTotals } from './read-vocabulary.ts';
import type { SecretTexts } from './tables/secret-texts.ts';

/** Which of these row keys may be seen. */
export type SeenKeys = (
  keys: readonly number[],
) => MaybePromise<{ readonly has: (key: number) => boolean; readonly size: number }>;

/** The full-text index as the lexical leg reads it. Counts are those of what the caller may see. */
export interface LexicalSource {
  readonly totals: () => MaybePromise<LexicalTotals>;
  /** Runs a reading of a question over the words of the index; more than once where it had to fetch what was asked. The reading has no other effect. */
  readonly withVocabulary: <Result>(
    languages: readonly string[],
    read: (vocabulary: Vocabulary) => Result,
  ) => MaybePromise<Result>;
  /** The passages that a plan finds, by BM25 over whole passages: what holds words together first, then any of them; at most `limit` of each. */
  readonly ranked: (plan: CandidatePlan, limit: number) => MaybePromise<readonly number[]>;
  /** What else a plan would find, the newest first; those older than `before` where that is given. */
  readonly newest: (rest: RestTerms, limit: number, before: number | null) => MaybePromise<readonly number[]>;
  /**
   * Where few passages are of the bands that are asked for: those of them that hold a word of a plan, the best first. Null where there are more, or
   * where nobody knows. What is of other bands is not read for it: how long it takes tells nothing of them.
   */
  readonly rankedOfBands?: (plan: CandidatePlan) => MaybePromise<readonly number[] | null>;
  readonly rows: (passages: readonly number[]) => MaybePromise<readonly PassageRow[]>;
  readonly claimsIn: (passages: readonly number[]) => MaybePromise<readonly ClaimPlace[]>;
  /** Told of the passages whose claims are likely to be asked for next, a few at a time: a source behind a network reads them in one go. */
  readonly readClaimsAhead?: (passages: readonly number[]) => Promise<unknown>;
  readonly placesOf: (claims: readonly number[]) => MaybePromise<readonly ClaimPlace[]>;
  /** True where no passage is secret, and no claim in one: who asks for secret claims alone is answered by `secrets`. */
  readonly holdsNoSecret?: boolean;
  /** Secret claims that the caller may see and can open. */
  readonly secrets: (pass: SeenKeys) => MaybePromise<SecretTexts>;
}

/** True where the passages of a source hold nothing of the bands that are asked for: reading all of them would find that out as well. */
export function isBesideIndex(
  { holdsNoSecret }: Pick<LexicalSource, 'holdsNoSecret'>,
  bands: readonly Band[] | undefined,
): boolean {
  return holdsNoSecret === true && bands !== undefined && bands.every((band) => band === 'secret');
}
