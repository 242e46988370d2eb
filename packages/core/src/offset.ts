declare const byteOffsetBrand: unique symbol;
declare const utf16OffsetBrand: unique symbol;

/** A position counted in bytes of a UTF-8 file as it is on disk (BOM, frontmatter and CR count). */
export type ByteOffset = number & { readonly [byteOffsetBrand]: true };

/** A position counted in UTF-16 code units of a JavaScript string. */
export type Utf16Offset = number & { readonly [utf16OffsetBrand]: true };

/** A number that may be a UTF-16 offset: a {@link Utf16Offset} or a plain number, never a {@link ByteOffset}. */
export type Utf16Position = number & { readonly [byteOffsetBrand]?: never };

/** A number that may be a byte offset: a {@link ByteOffset} or a plain number, never a {@link Utf16Offset}. */
export type BytePosition = number & { readonly [utf16OffsetBrand]?: never };

/** Narrows a number to a {@link ByteOffset}. Throws `RangeError` unless it is a non-negative safe integer. */
export function toByteOffset(value: number): ByteOffset {
  assertOffset(value, 'byte offset');
  return value as ByteOffset;
}

/** Narrows a number to a {@link Utf16Offset}. Throws `RangeError` unless it is a non-negative safe integer. */
export function toUtf16Offset(value: number): Utf16Offset {
  assertOffset(value, 'UTF-16 offset');
  return value as Utf16Offset;
}

function assertOffset(value: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${name} must be a non-negative integer, received ${value}`);
  }
}
