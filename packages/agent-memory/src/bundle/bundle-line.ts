/** A file of a bundle: as text where it is UTF-8, else in base64. */
export interface BundleFile {
  readonly path: string;
  /** BLAKE3 of its bytes, 64 hex digits. */
  readonly blake3: string;
  readonly bytes: number;
  readonly text?: string;
  readonly base64?: string;
}

/** The last line: what has to have stood before it. */
export interface BundleEnd {
  readonly files: number;
  /** Files that hold secret text and are not in it. */
  readonly left_out: number;
  /** BLAKE3 over all files in their order: of the one before it, a line feed, `<path> <blake3>` and a line feed, beginning with that of nothing. */
  readonly blake3: string;
}

/** The version that is written and the newest that is read. */
export const BUNDLE_VERSION = 1;

/** Folders and files of an agent's memory, below its root. `MEMORY.md` is no part of it: people alone write that. */
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

/** True for a path that a bundle may write: inside of the memory, with no way out of it, and the same within the trash. */
export function isBundled(path: string): boolean {
  if (path.length > 1_024 || !path.split('/').every((part) => PART.test(part))) return false;
  const trash = `${BUNDLED.trash}/`;
  if (path.startsWith(trash)) return isBundled(path.slice(trash.length).replace(BATCH, ''));
  if ((BUNDLED.files as readonly string[]).includes(path)) return true;
  return path.endsWith('.md') && BUNDLED.folders.some((folder) => path.startsWith(`${folder}/`));
}
