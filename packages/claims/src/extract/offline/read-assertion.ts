import { classifyAssertion } from '@memora/language/assertion';
import type { Segment } from '@memora/vault';
import type { ClaimAssertion } from '../../model/claim.ts';
import { isHearsay } from '../../prepare/segment-voice.ts';

/** Returns how a text asserts something at its place in a note: a quotation is another person's words. */
export function readAssertion(text: string, segment: Segment): ClaimAssertion {
  return isHearsay(segment) ? 'quoted' : classifyAssertion(text);
}
