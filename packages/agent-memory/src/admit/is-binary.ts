/** One sign in this many at least is of no text in what was bytes. */
const ONE_IN = 10;

/** Letters, figures and what fills up, without a blank, as bytes are written to be sent. */
const ENCODED = /^(?:data:[\w./+-]*(?:;[\w=-]+)*,)?[A-Za-z0-9+/_-]{120,}={0,2}$/u;

/** In UTF-16 units: of a longer text it is told that it is too long. */
const LONGEST = 2_000;

/** True for bytes that were given as a text: read in some encoding, or written in Base64. */
export function isBinary(content: string): boolean {
  if (content.length > LONGEST) return false;
  const strange = content.match(/[\p{Cc}\ufffd]/gu)?.filter((sign) => !/\s/u.test(sign)).length ?? 0;
  return strange * ONE_IN >= Math.max(content.length, ONE_IN) || ENCODED.test(content.trim());
}
