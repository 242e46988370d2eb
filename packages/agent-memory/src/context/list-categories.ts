import { listFolder, placeIn, readHead } from '@memora/privacy/files';
import { isOrder } from './screen-line.ts';

const ROOMS = ['episodic', 'procedural', 'semantic'] as const;
const MOST = 100;
/** How many memories of a category are read to find one that qualifies. */
const LOOKED_AT = 8;
const MOST_WORDS = 5;
const HEAD_BYTES = 2_048;
const NAME = /-[0-9a-z]{12}\.md$/u;

/**
 * Lists the categories of memories by name: only those with a memory by an agent or the user that is neither
 * secret nor held. A category's name is free text, so a name that gives an order is left out.
 */
export function listCategories(vaultRoot: string, root: string): { names: string[]; held: string[] } {
  const foldersByName = new Map<string, string[]>();
  for (const room of ROOMS) {
    const above = `${root}${room}/memory`;
    for (const name of foldersOf(vaultRoot, above))
      foldersByName.set(name, [...(foldersByName.get(name) ?? []), `${above}/${name}`]);
  }
  const names: string[] = [];
  const held: string[] = [];
  // In order, so that folders after the last listed category need not be read.
  for (const name of [...foldersByName.keys()].sort()) {
    if (names.length === MOST) break;
    const plain = name.replaceAll('-', ' ');
    // True unless it is a sentence, or letters spaced apart.
    const isName = plain.split(' ').length <= MOST_WORDS && !/(?<!\p{L})\p{L} \p{L}/u.test(plain);
    if (!isName || isOrder(plain)) held.push(name);
    else if (foldersByName.get(name)?.some((folder) => hasOpenMemory(vaultRoot, folder))) names.push(name);
  }
  return { names, held };
}

function foldersOf(vaultRoot: string, path: string): string[] {
  try {
    return listFolder(placeIn(vaultRoot, ...path.split('/')))
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function hasOpenMemory(vaultRoot: string, path: string): boolean {
  try {
    const folder = placeIn(vaultRoot, ...path.split('/'));
    const notes = listFolder(folder).filter((entry) => entry.isFile() && NAME.test(entry.name));
    return notes.slice(0, LOOKED_AT).some(({ name }) => {
      const bytes = readHead({ ...folder, parts: [...folder.parts, name] }, HEAD_BYTES);
      const head = bytes === null ? '' : new TextDecoder().decode(bytes);
      return /^source: agent$/mu.test(head) && !/^held:/mu.test(head) && !/^privacy: secret$/mu.test(head);
    });
  } catch {
    return false;
  }
}
