import { isUtf8 } from 'node:buffer';
import { decodeText, encodingWithoutLook } from './decode-text.ts';

/** A text as UTF-8 bytes without a mark and with LF line ends, and its original encoding. */
interface Utf8Text {
  readonly bytes: Buffer;
  /** As `TextDecoder` names it. */
  readonly encoding: string;
}

/** Like {@link decodeText}, without a string of the whole text: bytes that are already in this form are not copied. */
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
