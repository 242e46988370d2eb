import { normaliseTerm } from '@memora/core';

/** What the user's config says of predicates. All normalised. */
export interface PredicateValues {
  /** Take one value at a time. */
  readonly single: ReadonlySet<string>;
  /** Take several values at a time. */
  readonly multi: ReadonlySet<string>;
}

/** What a user says of predicates, in their own words. */
export interface PredicateSettings {
  /** Predicates (field names, verbs) that take one value at a time, so that a newer one may end an older one. */
  readonly singleValued?: readonly string[];
  /** Predicates that take several values at a time: they never contradict. */
  readonly multiValued?: readonly string[];
}

export const NO_PREDICATES: PredicateValues = { single: new Set(), multi: new Set() };

/** The same, normalised. */
export function toPredicates({ singleValued, multiValued }: PredicateSettings): PredicateValues {
  return { single: toKeys(singleValued), multi: toKeys(multiValued) };
}

function toKeys(predicates: readonly string[] = []): ReadonlySet<string> {
  return new Set(predicates.map(normaliseTerm));
}
