/** The share of characters that mark text as binary: one in this many. */
const ONE_IN = 10;

/** Letters, digits and padding without a space, like encoded bytes. */
const ENCODED = /^(?:data:[\w./+-]*(?:;[\w=-]+)*,)?[A-Za-z0-9+/_-]{120,}={0,2}$/u;

/** In UTF-16 units. A longer text is refused as too long instead. */
const LONGEST = 2_000;

/** True for bytes that were given as text: decoded with some encoding, or in Base64. */
export function isBinary(content: string): boolean {
  if (content.length > LONGEST) return false;
  const strange = content.match(/[\p{Cc}\ufffd]/gu)?.filter((sign) => !/\s/u.test(sign)).length ?? 0;
  return strange * ONE_IN >= Math.max(content.length, ONE_IN) || ENCODED.test(content.trim());
}
