import type { PredicateSettings } from '@memora/claims';
import type { MemoraConfig } from '../config/index.ts';

/** What the config says of predicates; of each `p = q` the first is read as the second. */
export function toPredicateSettings({ claims }: MemoraConfig): PredicateSettings {
  const { singleValued, multiValued, symmetric } = claims;
  const pairs = claims.inverse.map((pair) => pair.split('=').map((side) => side.trim()) as [string, string]);
  return { singleValued, multiValued, symmetric, inverse: Object.fromEntries(pairs) };
}
