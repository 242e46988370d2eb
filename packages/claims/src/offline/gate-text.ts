import type { Segment } from '@memora/vault';

const GREETING =
  /^(?:hi|hello|hey|dear|welcome|thanks|thank you|cheers|good (?:morning|evening|afternoon))\b/iu;
const NAVIGATION =
  /^(?:see also|see|back to|next|previous|table of contents|contents|read more|more)\b[:\s]*$/iu;

/** Why a text states nothing checkable; null where it may. */
export function gateText(text: string, _segment: Segment): string | null {
  if (text === '') return 'empty';
  if (!/[\p{L}\p{N}]/u.test(text)) return 'markup';
  if (NAVIGATION.test(text)) return 'navigation';
  if (GREETING.test(text)) return 'greeting';
  if (/[:：]$/u.test(text)) return 'lead_in';
  return null;
}
