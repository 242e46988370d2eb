import { join, resolve } from 'node:path';
import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { configFolder } from './config-folder.ts';
import { openKeyFile } from './open-key-file.ts';

/**
 * Distinguishes files that this user's installation wrote from files that came with a vault, by a key in the user's config folder, outside every vault, and
 * marks computed with it.
 */
export interface Installation {
  /** The mark of a file. `what` names its kind, `content` is the marked content. */
  readonly mark: (what: string, content: string) => string;
  /** True if a mark is from this installation and for the same kind and content. */
  readonly isOurs: (what: string, content: string, mark: unknown) => boolean;
}

/** Opens the installation's key, `installation.key` in the user's config folder, and creates it if there is none. */
export async function openInstallation(configDir?: string): Promise<Installation> {
  return toInstallation((await openKeyFile(pathIn(configDir))).key);
}

function pathIn(configDir: string | undefined): string {
  return join(resolve(configDir ?? configFolder()), 'installation.key');
}

/** BLAKE3 under a key. */
function toInstallation(key: Uint8Array): Installation {
  const encoder = new TextEncoder();
  const mark = (what: string, content: string) =>
    bytesToHex(blake3(encoder.encode(`memora:${what}:v1\0${content}`), { key }));
  return {
    mark,
    isOurs: (what, content, found) => typeof found === 'string' && isSame(found, mark(what, content)),
  };
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}
