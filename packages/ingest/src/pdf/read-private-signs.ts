/** The private-use range of Adobe's glyph list for old-style figures and small capitals, in ASCII order. */
const SHIFT = 0xf700;
const RANGES: readonly (readonly [number, number])[] = [
  [0xf724, 0xf724],
  [0xf726, 0xf726],
  [0xf730, 0xf739],
  [0xf761, 0xf77a],
];

/** A text with known private-use characters replaced by the characters that they represent. */
export function readPrivateSigns(text: string): string {
  let read = '';
  for (const sign of text) {
    const code = sign.charCodeAt(0);
    const isKnown = code >= SHIFT && RANGES.some(([first, last]) => code >= first && code <= last);
    read += isKnown ? String.fromCharCode(code - SHIFT) : sign;
  }
  return read;
}
