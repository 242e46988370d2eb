import { listFolder, placeIn, readPlainFile } from '@memora/privacy/files';
import { readNoteHead } from '@memora/vault/internal';
import type { Restored } from '../forget/forget-memory.ts';
import { moveNote, stands, trashOf } from '../forget/move-memory.ts';
import { memoryError } from '../memory-error.ts';
import type { FilePorts } from './file-ports.ts';
import { resolvePath } from './resolve-path.ts';

/** What restoring files needs of an open memory of an agent. */
interface RestorePorts {
  readonly memory: Pick<FilePorts['memory'], 'indexNotes'>;
  readonly vault: Pick<FilePorts['vault'], 'root' | 'filter'>;
  /** With a `/` at its end, or empty. */
  readonly root: string;
  /** True for the id of a note that stands in the vault. */
  readonly isLive: (noteId: string) => Promise<boolean>;
}

/** A file in the trash. */
interface Trashed {
  readonly at: string;
  /** Where it stood before. */
  readonly from: string;
  /** When it went, as a name that sorts. */
  readonly time: string;
}

/** What `freeName` of trash-file.ts writes into the name of what was deleted. */
const TIME = /\.(\d{8}T\d{9}Z)(?:-(\d+))?(?=(?:(?:\.file)?\.md)?(?:\/|$))/u;

/**
 * Brings back a file of the file protocol, or all that stood in a folder, by its path below `/memories`: the last version of each that was deleted.
 * What stands in the vault is never replaced. Throws `MEMORY_NOT_FOUND` where nothing is to be brought back.
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
    // An earlier version of what was edited or renamed is no deleted file.
    if (id === undefined || stands(vault.root, from) || (await ports.isLive(id))) continue;
    if (moveNote(vault.root, at, from)) restored.push(from);
  }
  const [first] = restored;
  if (first === undefined)
    throw memoryError(
      'MEMORY_NOT_FOUND',
      `No file of ${wanted} was deleted, or something stands in its place.`,
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
