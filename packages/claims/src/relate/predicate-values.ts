import type { Frame } from '../judge/frame.ts';
import { keyOf } from '../judge/statement-token.ts';

/** Predicates that the user's config says take one value, or several, at a time; normalised. */
export interface PredicateValues {
  readonly single: ReadonlySet<string>;
  readonly multi: ReadonlySet<string>;
}

export const NO_PREDICATES: PredicateValues = { single: new Set(), multi: new Set() };

/** A frame's relation under the config, which goes before the judge's own lists. A field's key is the end of its subject. */
export function configuredRelation(frame: Frame, { single, multi }: PredicateValues): Frame['relation'] {
  if (single.size + multi.size === 0) return frame.relation;
  const names = [frame.relation.name, ...frame.subject.map((_, i) => keyOf(frame.subject.slice(i)))];
  if (names.some((name) => multi.has(name))) return { ...frame.relation, values: 'many' };
  return names.some((name) => single.has(name)) ? { ...frame.relation, values: 'one' } : frame.relation;
}
