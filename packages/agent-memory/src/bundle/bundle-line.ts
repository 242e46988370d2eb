/** A file of a bundle: as text if it is UTF-8, otherwise in base64. */
export interface BundleFile {
  readonly path: string;
  /** BLAKE3 of its bytes, 64 hex digits. */
  readonly blake3: string;
  readonly bytes: number;
  readonly text?: string;
  readonly base64?: string;
}

/** The last line: the totals of the lines before it. */
export interface BundleEnd {
  readonly files: number;
  /** Number of files that were left out because they hold secret text. */
  readonly left_out: number;
  /** BLAKE3 over all files in order: each step hashes the previous hash, a line feed, `<path> <blake3>` and a line feed, starting with the hash of nothing. */
  readonly blake3: string;
}

/** The version that is written, and the newest that can be read. */
export const BUNDLE_VERSION = 1;

/** Folders and files of an agent's memory, below its root. `MEMORY.md` is not included, because only people write it. */
export const BUNDLED = {
  folders: [
    'episodic/conversations',
    'episodic/daily',
    'episodic/memory',
    'external',
    'memories',
    'procedural/memory',
    'semantic/memory',
  ],
  files: ['_ledger.md', '_learning.md'],
  trash: '.trash/memora',
} as const;

const PART = /^(?!\.{1,2}$)[^\p{Cc}\\/:*?"<>|]{1,255}$/u;
const BATCH = /^[a-z]{3,4}_[0-9a-z]{12}\//u;

/** True for a path that a bundle may write: inside the memory and its trash, without a way out. */
export function isBundled(path: string): boolean {
  if (path.length > 1_024 || !path.split('/').every((part) => PART.test(part))) return false;
  const trash = `${BUNDLED.trash}/`;
  if (path.startsWith(trash)) return isBundled(path.slice(trash.length).replace(BATCH, ''));
  if ((BUNDLED.files as readonly string[]).includes(path)) return true;
  return path.endsWith('.md') && BUNDLED.folders.some((folder) => path.startsWith(`${folder}/`));
}
