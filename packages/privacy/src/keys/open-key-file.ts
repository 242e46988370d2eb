import { randomBytes } from 'node:crypto';
import { moveFile, setMode } from '../files/change-file.ts';
import { systemCodeOf, throwIfPassing } from '../files/file-refused.ts';
import { inspectFile } from '../files/folders/inspect-place.ts';
import { besides, placeAt } from '../files/folders/place.ts';
import { readPlainFile } from '../files/read-plain-file.ts';
import { writeWholeFile } from '../files/write-whole-file.ts';
import { PrivacyError } from '../privacy-error.ts';

const KEY_BYTES = 32;

/** A key, and whether it was created just now. */
interface OpenedKey {
  readonly key: Uint8Array;
  readonly created: boolean;
}

/**
 * Reads a key of 32 bytes, and creates one if there is none or the file is damaged (the damaged file is kept in the same folder, with the suffix `.damaged`).
 * Two processes that create it at once get the same key. Throws `KEY_UNREADABLE`.
 */
export async function openKeyFile(path: string): Promise<OpenedKey> {
  const existing = readKeyFile(path);
  return existing === null ? createKey(path) : { key: existing, created: false };
}

/** Reads a key; null if there is none or the file is damaged, which is then moved aside. Throws `KEY_UNREADABLE`. */
function readKeyFile(path: string): Uint8Array | null {
  const place = placeAt(path);
  let key: Uint8Array | null;
  try {
    key = readPlainFile(place);
  } catch (error) {
    // Too many open files must never be a reason to replace a key.
    throwIfPassing(error);
    throw new PrivacyError(`the key file cannot be read: ${path}`, {
      code: 'KEY_UNREADABLE',
      hint: 'Make the file readable for you, or remove it to start with a new key.',
      cause: error,
    });
  }
  if (key === null) return null;
  if (key.length !== KEY_BYTES) {
    moveFile(place, besides(place, `${place.parts.at(-1)}.damaged`));
    return null;
  }
  if (((inspectFile(place)?.mode ?? 0) & 0o077) !== 0) setMode(place, 0o600);
  return new Uint8Array(key);
}

/**
 * The complete key moves into place in one step, which fails if another process was first; that process's key
 * is then used.
 */
async function createKey(path: string): Promise<OpenedKey> {
  const key = new Uint8Array(randomBytes(KEY_BYTES));
  try {
    await writeWholeFile(placeAt(path), key, { mode: 0o600, isNew: true });
    return { key, created: true };
  } catch (error) {
    const theirs = systemCodeOf(error) === 'EEXIST' ? readKeyFile(path) : null;
    if (theirs === null) throw error;
    // It was created after this call began, which the caller must be able to see.
    return { key: theirs, created: true };
  }
}
