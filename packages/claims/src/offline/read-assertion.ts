import type { Segment } from '@memora/vault';
import type { ClaimAssertion } from '../claim.ts';

const HYPOTHETICAL = /^(?:if|suppose|assuming|perhaps|maybe|what if)\b|\b(?:might|could|would)\b/iu;
const WISH = /^(?:i wish|i hope|let's|we should|todo)\b|\b(?:would like to|want to|hopefully)\b/iu;

/** How a text says what it says. */
export function readAssertion(text: string, segment: Segment): ClaimAssertion {
  if (segment.within.includes('quote')) return 'quoted';
  if (/[?？؟]["'”’»)\]]*$/u.test(text)) return 'question';
  if (WISH.test(text)) return 'wish';
  return HYPOTHETICAL.test(text) ? 'hypothetical' : 'asserted';
}
