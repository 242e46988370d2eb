/**
 * A backslash before the first octal digit of a letter, or before the `U` of eight hex digits. A fast native
 * search for these comes first.
 */
const PROBES = [Buffer.from('\\1'), Buffer.from('\\U')] as const;
/** Repeated backslashes count as one, because a text may be escaped again. */
const ESCAPE = /\\+(?:([0-3][0-7]{2})|U([0-9a-fA-F]{8}))/gu;

/**
 * The payload with octal escapes and those of eight hex digits decoded, as shells, C and Python write them; null for most payloads, which have none. Separate
 * from the main loop over all bytes, which pays for every escape that it supports.
 */
export function decodeRareEscapes(bytes: Uint8Array): Uint8Array | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // The backward search tests the second byte first: JSON has a backslash for every line, but this sequence
  // is rare.
  if (PROBES.every((probe) => buffer.lastIndexOf(probe) === -1)) return null;
  const text = buffer.toString('latin1').replace(ESCAPE, (whole, octal?: string, hex?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const point = Number.parseInt(hex ?? '', 16);
    return point > 0x10ffff ? whole : Buffer.from(String.fromCodePoint(point)).toString('latin1');
  });
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
