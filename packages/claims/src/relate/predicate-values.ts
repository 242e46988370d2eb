import { normaliseTerm } from '@memora/core';

/** The user's config of predicates. All normalised. */
export interface PredicateValues {
  /** Predicates with one value at a time. */
  readonly single: ReadonlySet<string>;
  /** Predicates with several values at a time. */
  readonly multi: ReadonlySet<string>;
}

/** The user's settings of predicates, as written. */
export interface PredicateSettings {
  /** Predicates (field names, verbs) that take one value at a time, so that a newer one may end an older one. */
  readonly singleValued?: readonly string[];
  /** Predicates that take several values at a time: they never contradict. */
  readonly multiValued?: readonly string[];
}

export const NO_PREDICATES: PredicateValues = { single: new Set(), multi: new Set() };

/** Returns the same, normalised. */
export function toPredicates({ singleValued, multiValued }: PredicateSettings): PredicateValues {
  return { single: toKeys(singleValued), multi: toKeys(multiValued) };
}

function toKeys(predicates: readonly string[] = []): ReadonlySet<string> {
  return new Set(predicates.map(normaliseTerm));
}
