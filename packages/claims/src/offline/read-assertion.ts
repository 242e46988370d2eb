import type { Segment } from '@memora/vault';
import type { ClaimAssertion } from '../claim.ts';

const HYPOTHETICAL =
  /^(?:suppose|assuming that|imagine|perhaps|maybe|what if|for example, say)\b|\b(?:might|could have|would have|would be|would)\b|^if .* (?:might|could)\b|\b(?:vielleicht|würde|könnte|peut-être|quizás|tal vez)\b/iu;
const WISH =
  /^(?:i wish|i hope|let's|we should|todo\b|hopefully)|\b(?:should be able to|i'd like to|i would like to|we want to|i want to|we hope|it would be (?:nice|great))\b/iu;
const POLITE = /\b(?:would like|'d like)\b/giu;

/** How a text says what it says. */
export function readAssertion(text: string, segment: Segment): ClaimAssertion {
  if (segment.within.includes('quote')) return 'quoted';
  if (/[?？؟]["'”’»)\]*_]*$/u.test(text)) return 'question';
  if (isWhollyQuoted(text)) return 'quoted';
  if (WISH.test(text)) return 'wish';
  return HYPOTHETICAL.test(/^if you /iu.test(text) ? text.replace(POLITE, 'want') : text)
    ? 'hypothetical'
    : 'asserted';
}

/** From the first quotation mark to the last, with at most an attribution outside. */
function isWhollyQuoted(text: string): boolean {
  return /^["“«„「][^"“”«»„」]{12,}["”»“」](?:\s*[-–—,].{0,60})?[.!]?$/u.test(text);
}
