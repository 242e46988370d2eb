const MIN_LENGTH = 4;

/**
 * The tokens of a text that alone identify a secret: passwords, numbers, keys. Ordinary words, years and short numbers are not included; they are found as
 * parts of longer runs.
 */
export function distinctiveTokens(text: string): string[] {
  const found = new Set<string>();
  for (const [token] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) if (isDistinctive(token)) found.add(token);
  for (const [chunk] of text.matchAll(/\S+/gu)) {
    const core = chunk.replace(/^[\p{P}\p{S}]+|[.,;:!?)\]}"'»”’*_`]+$/gu, '');
    if (isCredentialLike(core)) found.add(core);
  }
  return [...found];
}

function isDistinctive(token: string): boolean {
  const length = [...token].length;
  if (length < MIN_LENGTH) return false;
  const digits = [...token.matchAll(/\p{N}/gu)].length;
  if (digits === length) return length >= 5;
  if (digits > 0)
    return length >= 5 && !/^\p{N}{1,4}(?:st|nd|rd|th|er|ème|px|ms|kg|km|am|pm|gb|mb)$/iu.test(token);
  return length >= 6 && (/\p{Ll}\p{Lu}.*\p{Ll}/u.test(token) || looksRandom(token));
}

/** Letters with a digit or symbol among them, without spaces: `p@ss-word!`, `Tr0ub4dor&3`. Dates and times do not count. */
function isCredentialLike(chunk: string): boolean {
  if (chunk.length < 6 || chunk.length > 64 || /^https?:\/\//i.test(chunk)) return false;
  if (/^[\d.,:/-]+$/.test(chunk)) return /\d{5}|\d{2}(?:[.-]\d{2,}){3}/.test(chunk);
  return (
    /\p{L}/u.test(chunk) && (/[@#$%^*?=+~!]/.test(chunk) || (/\p{N}/u.test(chunk) && /[-_.]/.test(chunk)))
  );
}

/** Five consonants in a row, or no vowel at all, in letters a to z: not a word of a language in this script. */
export function looksRandom(token: string): boolean {
  const plain = token.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return /^[a-z]{6,}$/.test(plain) && (/[bcdfghjklmnpqrstvwxz]{6}/.test(plain) || !/[aeiouy]/.test(plain));
}
