import { splitLines } from '@memora/conversations/internal';
import { fingerprint } from '@memora/core';
import { memoryError } from '../memory-error.ts';
import { BUNDLE_VERSION, type BundleEnd, type BundleFile, isBundled } from './bundle-line.ts';
import { createListHash } from './list-hash.ts';

/** Maximum number of bytes of a line; a longer one is not a file of a memory. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Maximum number of files in a bundle; paths are kept until the end to detect duplicates. */
const MOST_FILES = 1_000_000;
const HEX = /^[0-9a-f]{64}$/u;

/** The files of a bundle, each checked against its hash. Throws `BUNDLE_INVALID` with the line number, or `BUNDLE_TOO_NEW`. */
export async function* readBundle(
  input: AsyncIterable<Uint8Array>,
  mostFiles: number = MOST_FILES,
): AsyncGenerator<{ readonly path: string; readonly bytes: Uint8Array; readonly blake3: string }> {
  const list = createListHash();
  const seen = new Set<string>();
  let number = 0;
  let isEnded = false;
  for await (const line of splitLines(input, MOST_BYTES)) {
    number++;
    if ('fault' in line) throw invalid(number, line.fault === 'too-large' ? 'is too long' : 'is cut off');
    const value = parseLine(line.bytes, number);
    if (isEnded) throw invalid(number, 'comes after the last line');
    if (number === 1) checkHead(value);
    else if ('path' in value) {
      const file = value as unknown as BundleFile;
      const bytes = bytesOf(file, number);
      if (seen.size >= mostFiles)
        throw invalid(number, `is one file more than the ${mostFiles} that a bundle may have`);
      if (seen.has(file.path)) throw invalid(number, 'has the path of another line');
      seen.add(file.path);
      list.add(file.path, file.blake3);
      yield { path: file.path, bytes, blake3: file.blake3 };
    } else {
      const end = value as unknown as BundleEnd;
      if (end.files !== list.count() || end.blake3 !== list.hash())
        throw invalid(
          number,
          'does not agree with the lines before it: some are missing, or others were added',
        );
      isEnded = true;
    }
  }
  if (!isEnded) throw invalid(number + 1, 'is missing: the bundle was cut off');
}

function parseLine(bytes: Uint8Array, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {}
  throw invalid(number, 'is not a JSON object');
}

function checkHead({ format, version }: Record<string, unknown>): void {
  if (format !== 'memora-bundle' || typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw invalid(1, 'is not the first of a bundle');
  if (version > BUNDLE_VERSION)
    throw memoryError(
      'BUNDLE_TOO_NEW',
      `The bundle has version ${version}; this Memora reads ${BUNDLE_VERSION}.`,
      'Update Memora, and import it again.',
    );
}

function bytesOf({ path, blake3, bytes: size, text, base64 }: BundleFile, number: number): Uint8Array {
  if (typeof path !== 'string' || !isBundled(path)) throw invalid(number, 'has a path outside of a memory');
  if (typeof blake3 !== 'string' || !HEX.test(blake3) || (text === undefined) === (base64 === undefined))
    throw invalid(number, 'does not have the form of a file');
  const bytes = typeof text === 'string' ? Buffer.from(text) : Buffer.from(String(base64), 'base64');
  if (bytes.length !== size || fingerprint(bytes) !== blake3)
    throw invalid(number, 'was changed after it was written: its hash differs');
  return bytes;
}

function invalid(line: number, what: string) {
  return memoryError(
    'BUNDLE_INVALID',
    `Line ${line} of the bundle ${what}.`,
    'Nothing was imported. Export it again from its source.',
  );
}
