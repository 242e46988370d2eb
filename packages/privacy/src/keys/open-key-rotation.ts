import { appendToFile } from '../files/append-to-file.ts';
import { removeFile } from '../files/change-file.ts';
import { inspectFile } from '../files/folders/inspect-place.ts';
import { placeAt } from '../files/folders/place.ts';
import { readPlainText } from '../files/read-plain-file.ts';
import { replaceAndOverwrite } from '../files/replace-and-overwrite.ts';
import { type Keyring, type KeyringOptions, openAt, openKeyPaths } from './open-keyring.ts';

/** A key that was replaced. */
export interface PastKey {
  readonly keyId: string;
  /** When it was replaced, ISO 8601. */
  readonly replaced: string;
}

/** The two keys of a vault whose key is being replaced. Both are kept until that is done. */
export interface KeyRotation {
  /** True from {@link KeyRotation.openNext} until it is promoted or dropped. */
  readonly isOpen: () => boolean;
  /** Opens the next key; creates it if there is none yet. */
  readonly openNext: () => Promise<Keyring>;
  /** Replaces the current key with the next one, and overwrites the bytes of the old one; `keyId` names the old key. */
  readonly promote: (keyId: string, now?: Date) => void;
  /** Discards the next key. */
  readonly drop: () => void;
  /** The previous keys, oldest first. */
  readonly past: () => readonly PastKey[];
}

/** Opens the keys of a vault for replacement. Throws `KEY_INSIDE_VAULT`. */
export async function openKeyRotation(options: KeyringOptions): Promise<KeyRotation> {
  const paths = await openKeyPaths(options);
  const [current, next, past] = [placeAt(paths.current), placeAt(paths.next), placeAt(paths.past)];
  return {
    isOpen: () => inspectFile(next) !== null,
    openNext: () => openAt(paths.next),
    promote: (keyId, now = new Date()) => {
      const line: PastKey = { keyId, replaced: now.toISOString() };
      appendToFile(past, `${JSON.stringify(line)}\n`, { onOwnLine: true, flush: true });
      replaceAndOverwrite(next, current);
    },
    drop: () => void removeFile(next),
    past: () => (readPlainText(past) ?? '').split('\n').flatMap(readPastKey),
  };
}

/** Skips a line that a crash truncated. */
function readPastKey(line: string): PastKey[] {
  try {
    const { keyId, replaced } = JSON.parse(line) as Partial<PastKey>;
    return typeof keyId === 'string' && typeof replaced === 'string' ? [{ keyId, replaced }] : [];
  } catch {
    return [];
  }
}
