import { fetchError } from './fetch-error.ts';

/** The unpacked body of a reply of at most `maxBytes`; a larger one is never held in memory. Throws `SOURCE_TOO_LARGE`, or with `cut` returns the beginning. */
export async function readLimited(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  cut = false,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    signal.throwIfAborted();
    size += part.length;
    if (size > maxBytes && cut) break;
    if (size > maxBytes)
      throw fetchError('SOURCE_TOO_LARGE', `The page is longer than ${maxBytes} bytes.`, {
        hint: 'Download it and ingest the file, or raise the limit.',
      });
    parts.push(part);
  }
  return Buffer.concat(parts);
}
