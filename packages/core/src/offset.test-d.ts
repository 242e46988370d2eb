import { expectTypeOf, it } from 'vitest';
import {
  type ByteOffset,
  type ClaimId,
  createClaimId,
  type Fingerprint,
  fingerprint,
  type OffsetTable,
  type Span,
  toByteOffset,
  toSpan,
  toUtf16Offset,
  type Utf16Offset,
} from './index.ts';

const byte = toByteOffset(1);
const utf16 = toUtf16Offset(1);
declare const table: OffsetTable;

it('keeps the two kinds of offsets apart', () => {
  // @ts-expect-error a UTF-16 offset is no byte offset
  const wrongByte: ByteOffset = utf16;
  // @ts-expect-error a byte offset is no UTF-16 offset
  const wrongUtf16: Utf16Offset = byte;
  // @ts-expect-error a plain number has not been checked
  const unchecked: ByteOffset = 1;
  return [wrongByte, wrongUtf16, unchecked];
});

it('lets arithmetic drop the brand', () => {
  expectTypeOf(byte + 1).toEqualTypeOf<number>();
  // @ts-expect-error a sum has to be narrowed again
  const sum: ByteOffset = byte + byte;
  return sum;
});

it('refuses an offset of the wrong kind in the table, and takes plain numbers', () => {
  expectTypeOf(table.toByte(utf16)).toEqualTypeOf<ByteOffset>();
  expectTypeOf(table.toUtf16(byte)).toEqualTypeOf<Utf16Offset>();
  expectTypeOf(table.toByte(3)).toEqualTypeOf<ByteOffset>();
  // @ts-expect-error toByte converts from UTF-16
  table.toByte(byte);
  // @ts-expect-error toUtf16 converts from bytes
  table.toUtf16(utf16);
});

it('refuses plain text where an id or a fingerprint is wanted', () => {
  expectTypeOf(createClaimId).returns.toEqualTypeOf<ClaimId>();
  expectTypeOf(fingerprint).returns.toEqualTypeOf<Fingerprint>();
  expectTypeOf(toSpan(0, 1)).toEqualTypeOf<Span>();
  // @ts-expect-error an id is made by createClaimId or checked by isClaimId
  const id: ClaimId = '0123456789abcdef';
  // @ts-expect-error a claim id is no fingerprint
  const print: Fingerprint = createClaimId as unknown as ClaimId;
  return [id, print];
});
