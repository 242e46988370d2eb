import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { NoteFilter } from '../files/note-filter.ts';
import { removeLeftover } from '../files/remove-leftover.ts';
import { systemCode } from '../vault-error.ts';
import type { FolderWatchers } from './folder-watchers.ts';
import type { FileVersion, VaultChange } from './vault-change.ts';

/** The vault to observe and what is known of it. */
export interface ObservedVault {
  readonly root: string;
  readonly filter: NoteFilter;
  readonly maxNoteBytes: number;
  readonly known: ReadonlyMap<string, FileVersion>;
  readonly watchers: FolderWatchers;
}

/** The result of one check. */
export interface Look {
  readonly seen: Map<string, FileVersion | null>;
  readonly problems: VaultChange[];
  /** Every folder that was read. */
  readonly folders: Set<string>;
}

/** Looks at paths that may have changed, or at the whole vault for `null`. Starts watching every folder it finds. */
export async function observeVault(vault: ObservedVault, paths: ReadonlySet<string> | null): Promise<Look> {
  const look: Look = { seen: new Map(), problems: [], folders: new Set() };
  const roots = new Set<string>();
  if (paths === null) {
    if (await lookAtFolder('', vault, look)) roots.add('');
  } else {
    for (const path of [...paths].sort()) {
      if (isBelowAny(path, roots)) continue;
      if (await lookAtPath(path, vault, look)) roots.add(path);
    }
  }
  if (roots.size > 0) missingBelow(roots, vault, look);
  for (const folder of [...vault.watchers.folders()]) {
    if (!look.folders.has(folder) && isBelowAny(folder, roots)) vault.watchers.remove(folder);
  }
  return look;
}

/** True if the path is or was a folder: everything known below it was then looked at. */
async function lookAtPath(path: string, vault: ObservedVault, look: Look): Promise<boolean> {
  const info = await lstat(join(vault.root, path)).catch((error: unknown) => systemCode(error));
  if (typeof info !== 'string' && info.isDirectory()) {
    if (isHidden(path, vault.filter)) return false;
    return lookAtFolder(path, vault, look);
  }
  if (info === 'EACCES' || info === 'EPERM' || info === 'EIO') {
    look.problems.push(unreadable(path, info));
    return false;
  }
  const wasFolder = [...vault.watchers.folders()].some((folder) => folder === path);
  if (wasFolder) vault.watchers.remove(path);
  if (vault.filter.skipsFile(path) === null && !isHidden(parentOf(path), vault.filter)) {
    look.seen.set(
      path,
      typeof info !== 'string' && info.isFile() ? sized(path, toVersion(info), vault, look) : null,
    );
  }
  return wasFolder;
}

/** Reads a folder and everything below it. False if it can't be read: nothing is then known to be gone. */
async function lookAtFolder(folder: string, vault: ObservedVault, look: Look): Promise<boolean> {
  const full = join(vault.root, folder);
  try {
    const info = await lstat(full);
    if (!info.isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    // Watched before it is read, so no change is missed in between.
    vault.watchers.add(folder, `${info.ino}:${info.birthtimeMs}`);
    look.folders.add(folder);
    const entries = await readdir(full, { withFileTypes: true });
    const subfolders: string[] = [];
    await Promise.all(
      entries.map(async (entry) => {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          if (vault.filter.skipsFolder(path) === null) subfolders.push(path);
        } else if (vault.filter.skipsFile(path) === null && !entry.isSymbolicLink()) {
          await lookAtFile(path, vault, look);
        } else removeLeftover(full, entry.name);
      }),
    );
    for (const path of subfolders.sort()) {
      if (!(await lookAtFolder(path, vault, look))) keepBelow(path, vault, look);
    }
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (folder !== '' && (code === 'ENOENT' || code === 'ENOTDIR')) {
      vault.watchers.remove(folder);
      return true;
    }
    look.problems.push(folder === '' ? unreachable(code) : unreadable(folder, code));
    return false;
  }
}

async function lookAtFile(path: string, vault: ObservedVault, look: Look): Promise<void> {
  try {
    const info = await lstat(join(vault.root, path));
    if (info.isFile()) look.seen.set(path, sized(path, toVersion(info), vault, look));
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return;
    look.problems.push(unreadable(path, code));
    const known = vault.known.get(path);
    if (known !== undefined) look.seen.set(path, known);
  }
}

/** A note that is too large to read counts as absent. */
function sized(path: string, version: FileVersion, vault: ObservedVault, look: Look): FileVersion | null {
  if (version.size <= vault.maxNoteBytes) return version;
  const reason = `The note has ${version.size} bytes; at most ${vault.maxNoteBytes} are read.`;
  look.problems.push({ kind: 'problem', path, code: 'NOTE_TOO_LARGE', reason });
  return null;
}

/** Keeps the notes of an unreadable folder as known. */
function keepBelow(folder: string, vault: ObservedVault, look: Look): void {
  for (const [path, version] of vault.known) if (path.startsWith(`${folder}/`)) look.seen.set(path, version);
}

function missingBelow(roots: ReadonlySet<string>, vault: ObservedVault, look: Look): void {
  for (const path of vault.known.keys()) {
    if (!look.seen.has(path) && isBelowAny(path, roots)) look.seen.set(path, null);
  }
}

function isBelowAny(path: string, roots: ReadonlySet<string>): boolean {
  if (roots.has('')) return true;
  for (let at = path.lastIndexOf('/'); at !== -1; at = path.lastIndexOf('/', at - 1)) {
    if (roots.has(path.slice(0, at))) return true;
    if (at === 0) return false;
  }
  return false;
}

function isHidden(folder: string, filter: NoteFilter): boolean {
  for (let at = folder; at !== ''; at = parentOf(at)) if (filter.skipsFolder(at) !== null) return true;
  return false;
}

/** The folder of a path; empty at the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function toVersion(info: FileVersion): FileVersion {
  const { size, mtimeMs, ctimeMs, ino, birthtimeMs } = info;
  return { size, mtimeMs, ctimeMs, ino, birthtimeMs };
}

function unreadable(path: string, code: string): VaultChange {
  return {
    kind: 'problem',
    path,
    code: 'SCAN_UNREADABLE',
    reason: `The system refused to read it (${code}).`,
  };
}

function unreachable(code: string): VaultChange {
  const reason = `The vault's folder cannot be read (${code}). Its notes count as unchanged until it is back.`;
  return { kind: 'problem', path: '.', code: 'VAULT_UNREACHABLE', reason };
}
