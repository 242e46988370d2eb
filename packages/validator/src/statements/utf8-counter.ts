/**
 * Counts UTF-8 bytes up to growing UTF-16 offsets of `text`, each character once. A lone surrogate counts three, as
 * `TextEncoder` writes it. Offsets must not go back.
 */
export function createUtf8Counter(text: string): (utf16: number) => number {
  let at = 0;
  let bytes = 0;
  return (utf16) => {
    bytes += utf8Length(text, at, utf16);
    at = utf16;
    return bytes;
  };
}

/** Bytes of the UTF-8 form of `text.slice(start, end)`. */
export function utf8Length(text: string, start: number, end: number): number {
  let bytes = end - start;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < end && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}
