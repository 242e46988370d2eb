/** Where Adobe's list of glyphs puts figures in the old style and small capitals: in private characters, which follow ASCII from there. */
const SHIFT = 0xf700;
const RANGES: readonly (readonly [number, number])[] = [
  [0xf724, 0xf724],
  [0xf726, 0xf726],
  [0xf730, 0xf739],
  [0xf761, 0xf77a],
];

/** A text with the signs that its private characters are known to be. */
export function readPrivateSigns(text: string): string {
  let read = '';
  for (const sign of text) {
    const code = sign.charCodeAt(0);
    const isKnown = code >= SHIFT && RANGES.some(([first, last]) => code >= first && code <= last);
    read += isKnown ? String.fromCharCode(code - SHIFT) : sign;
  }
  return read;
}
