import { isUtf8 } from 'node:buffer';
import { decodeText, encodingWithoutLook } from './decode-text.ts';

/** A text as bytes of UTF-8 without a mark, with LF at the end of its lines, and how it was written. */
interface Utf8Text {
  readonly bytes: Buffer;
  /** As `TextDecoder` names it. */
  readonly encoding: string;
}

/** What {@link decodeText} reads, without a string of all of it: what is written so already is not copied. */
export async function toUtf8(bytes: Uint8Array, declared: string | null = null): Promise<Utf8Text> {
  const encoding = encodingWithoutLook(bytes);
  const unmarked = encoding === 'utf-8' ? bytes.subarray(MARK_LENGTH) : bytes;
  if ((encoding === null || encoding === 'utf-8') && isUtf8(bytes) && !bytes.includes(CARRIAGE_RETURN))
    return { bytes: asBuffer(unmarked), encoding: 'utf-8' };
  const decoded = await decodeText(bytes, declared);
  return { bytes: Buffer.from(decoded.text), encoding: decoded.encoding };
}

const MARK_LENGTH = 3;
const CARRIAGE_RETURN = 0x0d;

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
