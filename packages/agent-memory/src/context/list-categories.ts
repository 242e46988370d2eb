import { listFolder, placeIn, readHead } from '@memora/privacy/files';
import { isOrder } from './screen-line.ts';

const ROOMS = ['episodic', 'procedural', 'semantic'] as const;
const MOST = 100;
/** Memories of a category that are looked at, to see one that counts. */
const LOOKED_AT = 8;
const MOST_WORDS = 5;
const HEAD_BYTES = 2_048;
const NAME = /-[0-9a-z]{12}\.md$/u;

/**
 * The categories of memories, by name: those with a memory that an agent or the user said, that waits for nobody's word and that everybody may see.
 * The name of a category is somebody's words: one that gives an order is left out.
 */
export function listCategories(vaultRoot: string, root: string): { names: string[]; held: string[] } {
  const names = new Set<string>();
  const held = new Set<string>();
  for (const room of ROOMS) {
    for (const entry of foldersOf(vaultRoot, `${root}${room}/memory`)) {
      const plain = entry.replaceAll('-', ' ');
      // A name is no sentence, and no letters that were taken apart.
      const isName = plain.split(' ').length <= MOST_WORDS && !/(?<!\p{L})\p{L} \p{L}/u.test(plain);
      if (!isName || isOrder(plain)) held.add(entry);
      else if (!names.has(entry) && hasOpenMemory(vaultRoot, `${root}${room}/memory/${entry}`))
        names.add(entry);
    }
  }
  return { names: [...names].sort().slice(0, MOST), held: [...held].sort() };
}

function foldersOf(vaultRoot: string, path: string): string[] {
  try {
    return listFolder(placeIn(vaultRoot, ...path.split('/')))
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
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
