import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint } from '@memora/core';

/**
 * Text that must not be in any file of a folder: words in any case, and the unkeyed hashes of texts in every
 * form.
 */
export interface Forbidden {
  readonly words?: readonly string[];
  readonly spans?: readonly string[];
  /** Bytes, such as keys, that must not be there raw, in hex or in base64. */
  readonly raw?: readonly Uint8Array[];
}

/** Searches every byte of a folder's files, including the write-ahead log. Returns what was found where. */
export async function searchBytes(
  folder: string,
  { words = [], spans = [], raw = [] }: Forbidden,
): Promise<string[]> {
  const hashes = spans.flatMap((span) => {
    const hash = Buffer.from(fingerprint(Buffer.from(span)), 'hex');
    return [hash, hash.subarray(0, 8)].map((bytes) => ({ name: `a hash of "${span}"`, bytes }));
  });
  const needles = [...hashes, ...raw.map((bytes) => ({ name: 'a key', bytes: Buffer.from(bytes) }))];
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const folded = bytes.toString('latin1').toLowerCase();
    for (const word of words) {
      if (folded.includes(Buffer.from(word.toLowerCase()).toString('latin1')))
        found.push(`${word} in ${entry.name}`);
    }
    for (const { name, bytes: needle } of needles) {
      const hex = needle.toString('hex');
      const base64 = needle.toString('base64').replace(/=+$/u, '').slice(0, -1);
      if (bytes.includes(needle)) found.push(`${name} in ${entry.name}`);
      else if (folded.includes(hex)) found.push(`${name} in hex in ${entry.name}`);
      else if (bytes.includes(base64)) found.push(`${name} in base64 in ${entry.name}`);
    }
  }
  return found;
}
