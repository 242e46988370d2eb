import type { PredicateSettings } from '@memora/claims';
import type { MemoraConfig } from '../config/index.ts';

/** Returns the predicate settings of a config. */
export function toPredicateSettings({ claims }: MemoraConfig): PredicateSettings {
  const { singleValued, multiValued } = claims;
  return { singleValued, multiValued };
}
