import { MIN_TOKEN } from '../token-lengths.ts';
import { MIN_RUN } from './encoded-runs.ts';

const WORD_CHARACTER = /[\p{L}\p{N}]/gu;

/**
 * The forms of a short text in base64, with and without a line end after it, and in hex. They are needed
 * because the text is too short to be decoded as a run of a payload. If it is encoded together with other
 * data, base64 makes a longer run, or the text is not found. To the guard, the two alphabets of base64 are
 * equal, and padding is ignored.
 */
export function shortEncodings(text: string): string[] {
  if (text.length >= MIN_RUN || (text.match(WORD_CHARACTER)?.length ?? 0) < MIN_TOKEN) return [];
  const bytes = Buffer.from(text);
  return [
    bytes.toString('base64url'),
    Buffer.from(`${text}\n`).toString('base64url'),
    bytes.toString('hex'),
  ].filter((encoded) => encoded.length < MIN_RUN);
}
