/** A backslash before the first octal digit of a letter, and before the `U` of eight hex digits: what is searched for first, natively. */
const PROBES = [Buffer.from('\\1'), Buffer.from('\\U')] as const;
/** Backslashes count as one: a text may be escaped again. */
const ESCAPE = /\\+(?:([0-3][0-7]{2})|U([0-9a-fA-F]{8}))/gu;

/**
 * The payload with its octal escapes and those of eight hex digits decoded, as shells, C and Python write them; null for the many that hold
 * none. Read beside the payload and not in the loop over all of its bytes, which pays for every escape that it knows.
 */
export function decodeRareEscapes(bytes: Uint8Array): Uint8Array | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // Backwards it is the second byte that is searched for: JSON holds a backslash for every line, and few of these.
  if (PROBES.every((probe) => buffer.lastIndexOf(probe) === -1)) return null;
  const text = buffer.toString('latin1').replace(ESCAPE, (whole, octal?: string, hex?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const point = Number.parseInt(hex ?? '', 16);
    return point > 0x10ffff ? whole : Buffer.from(String.fromCodePoint(point)).toString('latin1');
  });
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
