import { listFolder, placeIn, readPlainFile } from '@memora/privacy/files';
import { readNoteHead } from '@memora/vault/internal';
import type { Restored } from '../forget/forget-memory.ts';
import { moveNote, stands, trashOf } from '../forget/move-memory.ts';
import { memoryError } from '../memory-error.ts';
import type { FilePorts } from './file-ports.ts';
import { resolvePath } from './resolve-path.ts';

/** The parts of an open agent memory that restoring files needs. */
interface RestorePorts {
  readonly memory: Pick<FilePorts['memory'], 'indexNotes'>;
  readonly vault: Pick<FilePorts['vault'], 'root' | 'filter'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  /** True for the id of a note that is in the vault. */
  readonly isLive: (noteId: string) => Promise<boolean>;
}

/** A file in the trash. */
interface Trashed {
  readonly at: string;
  /** Its previous path. */
  readonly from: string;
  /** When it was deleted, as a sortable name. */
  readonly time: string;
}

/** The suffix that `freeName` of trash-file.ts adds to the name of a deleted file. */
const TIME = /\.(\d{8}T\d{9}Z)(?:-(\d+))?(?=(?:(?:\.file)?\.md)?(?:\/|$))/u;

/**
 * Restores a file of the file protocol, or all files of a folder, by path below `/memories`: the last deleted version of each. Never replaces a file of the
 * vault. Throws `MEMORY_NOT_FOUND` if there is nothing to restore.
 */
export async function restoreFiles(wanted: string, ports: RestorePorts): Promise<Restored> {
  const { vault, memory, root } = ports;
  const path = resolvePath(wanted, root, vault);
  const newest = new Map<string, Trashed>();
  for (const each of listTrashed(vault.root, trashOf(`${root}memories`))) {
    const isWanted = each.from === path.note || each.from.startsWith(`${path.folder}/`);
    const former = newest.get(each.from);
    if (isWanted && (former === undefined || former.time < each.time)) newest.set(each.from, each);
  }
  const restored: string[] = [];
  for (const { at, from } of newest.values()) {
    const id = readId(vault.root, at);
    // An earlier version of an edited or renamed file is not a deleted file.
    if (id === undefined || stands(vault.root, from) || (await ports.isLive(id))) continue;
    if (moveNote(vault.root, at, from)) restored.push(from);
  }
  const [first] = restored;
  if (first === undefined)
    throw memoryError(
      'MEMORY_NOT_FOUND',
      `There is no deleted file ${wanted}, or its path is taken.`,
      'Name a file as it was named, such as /memories/notes.md. Earlier versions are in .trash/memora/memories.',
    );
  await memory.indexNotes(restored);
  return { restored: wanted, path: first === path.note ? first : path.folder };
}

function listTrashed(vaultRoot: string, folder: string): Trashed[] {
  const trash = trashOf('');
  const visit = (at: string): Trashed[] => {
    return listFolder(placeIn(vaultRoot, at)).flatMap((entry) => {
      const below = `${at}/${entry.name}`;
      if (entry.isDirectory()) return visit(below);
      const [, time, number = '0'] = TIME.exec(below) ?? [];
      if (!entry.isFile() || time === undefined) return [];
      const from = below.slice(trash.length).replace(TIME, '');
      return [{ at: below, from, time: `${time}-${number.padStart(9, '0')}` }];
    });
  };
  return visit(folder);
}

function readId(vaultRoot: string, at: string): string | undefined {
  const bytes = readPlainFile(placeIn(vaultRoot, at));
  return bytes === null ? undefined : (readNoteHead(bytes).frontmatter.id ?? undefined);
}
