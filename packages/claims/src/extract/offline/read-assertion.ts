import { classifyAssertion } from '@memora/language/assertion';
import type { Segment } from '@memora/vault';
import type { ClaimAssertion } from '../../model/claim.ts';
import { isHearsay } from '../../prepare/segment-voice.ts';

/** How a text says what it says, at its place in a note: what stands in a quotation is somebody else's. */
export function readAssertion(text: string, segment: Segment): ClaimAssertion {
  return isHearsay(segment) ? 'quoted' : classifyAssertion(text);
}
