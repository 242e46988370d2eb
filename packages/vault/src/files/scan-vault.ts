import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../vault-error.ts';
import { giveWay } from './give-way.ts';
import type { NoteFilter, SkipReason } from './note-filter.ts';

/** A note found by a scan. */
export interface ScannedNote {
  /** Vault-relative, with `/`, spelled as on disk. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** Inode, for recognising renames; 0 if the file system has none. */
  readonly ino: number;
  readonly birthtimeMs: number;
  /** False if `known` holds this path with the same size and modification time. */
  readonly changed: boolean;
  readonly error?: undefined;
}

export type ScanErrorCode = 'SCAN_UNREADABLE' | 'NOTE_TOO_LARGE' | 'SCAN_NAME_NOT_UTF8';

/** An entry that should be a note or a folder of notes, and can't be read. */
export interface ScanFailure {
  readonly path: string;
  readonly error: {
    readonly code: ScanErrorCode;
    readonly reason: string;
    /** The system's error, if it refused. */
    readonly cause?: unknown;
  };
}

export type ScanEntry = ScannedNote | ScanFailure;

/** What a caller stores of a note between two scans. */
export interface KnownFile {
  readonly size: number;
  readonly mtimeMs: number;
  /** With `birthtimeMs`, lets a watcher distinguish a rename from a deletion. */
  readonly ino?: number;
  readonly birthtimeMs?: number;
}

export interface ScanOptions {
  readonly signal?: AbortSignal;
  readonly known?: ReadonlyMap<string, KnownFile>;
  /** Called once for each folder or file that is skipped on purpose, except for files that are not Markdown. */
  readonly onSkipped?: (path: string, reason: SkipReason) => void;
  /**
   * Called for notes or folders in one folder whose names differ only in case or Unicode form. All of them are scanned. On macOS, on Windows and in many sync
   * services they are one file, and one overwrites the other.
   */
  readonly onNameClash?: (paths: readonly string[]) => void;
  /** Removes temporary files that a killed Memora process left behind. Off by default: a scan changes nothing. */
  readonly removeLeftovers?: boolean;
}

const STAT_BATCH = 64;

/**
 * Walks the vault in a fixed order (folder by folder, names by code unit) and yields every note and every failure.
 * Symbolic links are not followed. Holds the names of one folder per level at a time, never the vault.
 */
export async function* scanVault(
  root: string,
  filter: NoteFilter,
  maxNoteBytes: number,
  options: ScanOptions = {},
): AsyncGenerator<ScanEntry> {
  // Loaded on demand: a read-only scan does not need it.
  const leftovers = options.removeLeftovers === true ? await import('./remove-leftover.ts') : null;
  leftovers?.removeOwnLeftovers(root);
  // Yields batches, because each entry that passes through a nested generator costs more than its `stat`.
  for await (const batch of scanFolder('', { root, filter, maxNoteBytes, options, leftovers })) {
    for (const entry of batch) yield entry;
  }
}

interface Walk {
  readonly root: string;
  readonly filter: NoteFilter;
  readonly maxNoteBytes: number;
  readonly options: ScanOptions;
  readonly leftovers: { readonly removeLeftover: (folder: string, name: string) => boolean } | null;
}

async function* scanFolder(folder: string, walk: Walk): AsyncGenerator<readonly ScanEntry[]> {
  walk.options.signal?.throwIfAborted();
  let entries: Dirent[];
  try {
    entries = readdirSync(join(walk.root, folder), { withFileTypes: true });
  } catch (error) {
    // A folder that vanished during the walk holds nothing.
    if (systemCode(error) === 'ENOENT' && folder !== '') return;
    yield [failure(folder === '' ? '.' : folder, error)];
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const reason = sort(entry, path, walk.filter, folders, files);
    if (reason !== null) walk.leftovers?.removeLeftover(join(walk.root, folder), entry.name);
    if (reason !== null && reason !== 'not-markdown') walk.options.onSkipped?.(path, reason);
  }
  if (walk.options.onNameClash !== undefined) {
    for (const clash of nameClashes([...files, ...folders])) walk.options.onNameClash(clash);
  }
  for (let at = 0; at < files.length; at += STAT_BATCH) {
    walk.options.signal?.throwIfAborted();
    await giveWay();
    // Synchronous: handing a `stat` to a thread and back takes several times as long as the call.
    yield files.slice(at, at + STAT_BATCH).flatMap((path) => statNote(path, walk) ?? []);
  }
  for (const path of folders) yield* scanFolder(path, walk);
}

/** Groups of two or more paths that are one path to a case-insensitive or Unicode-normalising file system. */
function nameClashes(paths: readonly string[]): string[][] {
  const pathsByName = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.normalize('NFC').toLowerCase();
    const same = pathsByName.get(name);
    if (same === undefined) pathsByName.set(name, [path]);
    else same.push(path);
  }
  return [...pathsByName.values()].filter((same) => same.length > 1);
}

function sort(
  entry: Dirent,
  path: string,
  filter: NoteFilter,
  folders: string[],
  files: string[],
): SkipReason | null {
  if (entry.isDirectory()) {
    const reason = filter.skipsFolder(path);
    if (reason === null) folders.push(path);
    return reason;
  }
  if (entry.isSymbolicLink()) return 'symlink';
  const reason = filter.skipsFile(path);
  if (reason !== null) return reason;
  // Some file systems do not report the type of an entry; `lstat` does.
  if (
    !entry.isFile() &&
    (entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice())
  ) {
    return 'special-file';
  }
  files.push(path);
  return null;
}

function statNote(path: string, walk: Walk): ScanEntry | null {
  try {
    const { size, mtimeMs, ctimeMs, ino, birthtimeMs } = lstatSync(`${walk.root}/${path}`);
    if (size > walk.maxNoteBytes) {
      const reason = `The note has ${size} bytes; at most ${walk.maxNoteBytes} are read. Split it into several notes.`;
      return { path, error: { code: 'NOTE_TOO_LARGE', reason } };
    }
    const known = walk.options.known?.get(path);
    return {
      path,
      size,
      mtimeMs,
      ctimeMs,
      ino,
      birthtimeMs,
      changed: known?.size !== size || known.mtimeMs !== mtimeMs,
    };
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') return failure(path, error);
    if (!path.includes('\uFFFD')) return null;
    return {
      path,
      error: { code: 'SCAN_NAME_NOT_UTF8', reason: 'The file name is not UTF-8. Rename the file.' },
    };
  }
}

function failure(path: string, error: unknown): ScanFailure {
  const reason = `The system refused to read it (${systemCode(error) || 'unknown error'}).`;
  return { path, error: { code: 'SCAN_UNREADABLE', reason, cause: error } };
}
