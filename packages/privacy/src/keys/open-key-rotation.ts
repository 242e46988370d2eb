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
  /** When, ISO 8601. */
  readonly replaced: string;
}

/** The two keys of a vault whose key is being replaced. Until that is done both are kept. */
export interface KeyRotation {
  /** True from {@link KeyRotation.openNext} until it is promoted or dropped. */
  readonly isOpen: () => boolean;
  /** The key that is to be: makes it where there is none yet. */
  readonly openNext: () => Promise<Keyring>;
  /** Puts the next key in the place of the current one, whose bytes are overwritten; `keyId` names the one that goes. */
  readonly promote: (keyId: string, now?: Date) => void;
  /** Forgets the next key. */
  readonly drop: () => void;
  /** The keys that went before, oldest first. */
  readonly past: () => readonly PastKey[];
}

/** Looks at the keys of a vault, for them to be replaced. Throws `KEY_INSIDE_VAULT`. */
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

/** A line that a crash cut short is passed over. */
function readPastKey(line: string): PastKey[] {
  try {
    const { keyId, replaced } = JSON.parse(line) as Partial<PastKey>;
    return typeof keyId === 'string' && typeof replaced === 'string' ? [{ keyId, replaced }] : [];
  } catch {
    return [];
  }
}
