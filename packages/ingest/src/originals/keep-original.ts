import { fingerprint } from '@memora/core';
import { inspectFile, removeFile, writeWholeFile } from '@memora/privacy/files';
import type { Vault } from '@memora/vault';
import { createNoteFinder } from '../again/find-notes.ts';
import { joined } from '../again/open-read.ts';
import { fetchError } from '../fetch/fetch-error.ts';
import { parseOriginalPath } from './original-place.ts';

/** The largest original that is kept. */
export const MOST_KEPT = 256 * 2 ** 20;

/** Writes an original into its vault if it is missing. Throws `SOURCE_FAILED` if the bytes do not match its path. */
export async function keepOriginal(
  root: string,
  path: string,
  source: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const parsed = parseOriginalPath(root, path);
  if (parsed === null || inspectFile(parsed.place) !== null) return;
  const bytes = source instanceof Uint8Array ? source : await joined(source);
  if (fingerprint(bytes) !== parsed.digest)
    throw fetchError('SOURCE_FAILED', 'The source changed while it was being read.', {
      hint: 'Ingest it again.',
    });
  // The original contains in plain text what its note may hide.
  await writeWholeFile(parsed.place, bytes, { mode: 0o600 });
}

/** Removes an original that no note references any more. */
export async function dropOriginal(vault: Vault, path: string): Promise<void> {
  const parsed = parseOriginalPath(vault.root, path);
  if (parsed === null || inspectFile(parsed.place) === null) return;
  const notes = await createNoteFinder(vault).all();
  if (!notes.some(({ original }) => original === path)) removeFile(parsed.place);
}
