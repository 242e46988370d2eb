import { parentOf } from './observe-vault.ts';
/** One change of a vault. Applied in order to the previous notes, the changes give the current ones. */
export type VaultChange =
  | { readonly kind: 'create' | 'edit' | 'delete'; readonly path: string }
  /** The same file with a new name (`rename`) or in another folder (`move`). Moving a folder gives one change for each note. */
  | { readonly kind: 'rename' | 'move'; readonly from: string; readonly path: string }
  | {
      readonly kind: 'problem';
      readonly path: string;
      readonly code: WatchProblemCode;
      readonly reason: string;
    };

export type WatchProblemCode =
  /** The vault's folder can't be read: unmounted or removed. Its notes count as unchanged until it is back. */
  | 'VAULT_UNREACHABLE'
  /** A folder or note can't be read; its notes count as unchanged. */
  | 'SCAN_UNREADABLE'
  /** The system grants no more watches; the vault is compared every few seconds instead. */
  | 'WATCH_LIMIT'
  | 'NOTE_TOO_LARGE';

/** Identifies a version of a file. */
export interface FileVersion {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  readonly birthtimeMs: number;
}

/** What was seen at each path: a note, or null for none. */
export type Observations = ReadonlyMap<string, FileVersion | null>;

/**
 * The changes from the known to the seen versions, in an order in which they can be applied: renames and moves, deletions, creations, edits, each sorted by
 * path. Updates `known`. `isOwn` is true for a version that this process wrote.
 */
export function diffVersions(
  known: Map<string, FileVersion>,
  seen: Observations,
  isOwn: (path: string, version: FileVersion) => boolean,
): VaultChange[] {
  const gone: string[] = [];
  const fresh: [string, FileVersion][] = [];
  const edited: string[] = [];
  for (const [path, version] of [...seen].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const before = known.get(path);
    if (version === null) {
      if (before !== undefined) gone.push(path);
    } else if (before === undefined) fresh.push([path, version]);
    else {
      if (!isSameVersion(before, version) && !isOwn(path, version)) edited.push(path);
      known.set(path, version);
    }
  }
  const goneByFile = new Map(gone.map((path) => [fileKey(known.get(path) as FileVersion), path]));
  const moves: VaultChange[] = [];
  const created: string[] = [];
  for (const [path, version] of fresh) {
    const from = version.ino === 0 ? undefined : goneByFile.get(fileKey(version));
    if (from === undefined) {
      if (!isOwn(path, version)) created.push(path);
    } else {
      goneByFile.delete(fileKey(version));
      moves.push({ kind: parentOf(from) === parentOf(path) ? 'rename' : 'move', from, path });
      const before = known.get(from) as FileVersion;
      if (before.size !== version.size || before.mtimeMs !== version.mtimeMs) edited.push(path);
    }
    known.set(path, version);
  }
  for (const path of gone) known.delete(path);
  const moved = new Set(moves.map((move) => (move as { from: string }).from));
  return [
    ...moves,
    ...gone.filter((path) => !moved.has(path)).map((path) => ({ kind: 'delete', path }) as const),
    ...created.map((path) => ({ kind: 'create', path }) as const),
    ...edited.map((path) => ({ kind: 'edit', path }) as const),
  ];
}

/** Inode numbers are reused after a deletion; together with the birth time, they identify one file. */
function fileKey({ ino, birthtimeMs }: FileVersion): string {
  return `${ino}:${birthtimeMs}`;
}

/** The change time catches an edit that keeps size and modification time; a remembered version may lack it. */
function isSameVersion(a: FileVersion, b: FileVersion): boolean {
  if (a.size !== b.size || a.mtimeMs !== b.mtimeMs) return false;
  return a.ctimeMs === 0 || (a.ctimeMs === b.ctimeMs && a.ino === b.ino);
}
