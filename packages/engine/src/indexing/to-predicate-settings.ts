import type { PredicateSettings } from '@memora/claims';
import type { MemoraConfig } from '../config/index.ts';

/** What the config says of predicates. */
export function toPredicateSettings({ claims }: MemoraConfig): PredicateSettings {
  const { singleValued, multiValued } = claims;
  return { singleValued, multiValued };
}
