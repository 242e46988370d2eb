import { folderOf, listFolder, makeFolder, moveAside, placeIn, readPlainFile } from '@memora/privacy/files';
import { waitForLock } from '../session/wait-for-lock.ts';
import { checkFolders, readOnly, writable } from './edit-file.ts';
import type { FileCommandOf } from './file-command.ts';
import type { FilePorts } from './file-ports.ts';
import { kindOf, splitNote } from './read-file-note.ts';
import { refuseFile } from './refuse-file.ts';
import { nameInProtocol, type ResolvedPath } from './resolve-path.ts';
import { moveToTrash } from './trash-file.ts';

/** Moves a file, or a folder with its content, to the trash. */
export async function deleteFiles(
  { path: given }: FileCommandOf<'delete'>,
  ports: FilePorts,
): Promise<string> {
  const path = writable(given, ports);
  if (path.place === 'root')
    throw refuseFile('Cannot delete the /memories directory itself', 'Name something inside it.');
  await using _lock = await waitForLock(ports.vault.root, 'memories');
  const { from, notes } = findNotes(path, ports);
  moveToTrash(from, ports);
  await ports.memory.indexNotes(notes);
  return `Successfully deleted ${given}`;
}

/** Moves a file, or a folder with its content, to another path that is free. */
export async function renameFiles(
  { old_path: given, new_path: wanted }: FileCommandOf<'rename'>,
  ports: FilePorts,
): Promise<string> {
  const path = writable(given, ports);
  const target = writable(wanted, ports);
  if (path.place === 'root')
    throw refuseFile('Cannot rename the /memories directory itself', 'Name something inside it.');
  await using _lock = await waitForLock(ports.vault.root, 'memories');
  if (target.place === 'root' || kindOf(target, ports) !== null)
    throw refuseFile(`The destination ${wanted} already exists`, 'Name another destination.');
  const { from, notes, isFolder } = findNotes(path, ports);
  if (`${target.folder}/`.startsWith(`${path.folder}/`))
    throw refuseFile(`Cannot rename ${given} to a path below itself`, 'Name another destination.');
  checkFolders(target, ports);
  const to = isFolder ? target.folder : target.note;
  const place = placeIn(ports.vault.root, to);
  makeFolder(folderOf(place), 0o777);
  moveAside(placeIn(ports.vault.root, from), place);
  await ports.memory.indexNotes([...notes, ...notes.map((note) => `${to}${note.slice(from.length)}`)]);
  return `Successfully renamed ${given} to ${wanted}`;
}

interface Standing {
  /** Its place in the vault. */
  readonly from: string;
  readonly isFolder: boolean;
  /** The notes that move with it. */
  readonly notes: readonly string[];
}

/** Finds the notes at a path that may be moved: only the agent's own. */
function findNotes(path: ResolvedPath, ports: FilePorts): Standing {
  const kind = kindOf(path, ports);
  if (kind === null) throw refuseFile(`The path ${path.given} does not exist`);
  const check = (note: string): string => {
    const bytes = readPlainFile(placeIn(ports.vault.root, note));
    if (bytes !== null && splitNote(bytes).isPersons) throw readOnly(path.given);
    return note;
  };
  if (kind === 'file') return { from: path.note, isFolder: false, notes: [check(path.note)] };
  const visit = (folder: string): string[] =>
    listFolder(placeIn(ports.vault.root, folder)).flatMap((entry) => {
      const below = `${folder}/${entry.name}`;
      if (entry.isDirectory() && nameInProtocol(entry.name, true) !== null) return visit(below);
      if (entry.isFile() && nameInProtocol(entry.name, false) !== null) return [check(below)];
      throw refuseFile(`The path ${path.given} contains a person's files.`, 'Name your own files.');
    });
  return { from: path.folder, isFolder: true, notes: visit(path.folder) };
}
