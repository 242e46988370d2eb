import { listFolder, placeIn, readPlainFile } from '@memora/privacy/files';
import type { FileCommandOf } from './file-command.ts';
import type { FilePorts } from './file-ports.ts';
import { kindOf, readFileNote, toFileNote } from './read-file-note.ts';
import { noSuchPath, refuseFile } from './refuse-file.ts';
import { nameInProtocol, type ResolvedPath, resolvePath } from './resolve-path.ts';
import { numberLines, showLines } from './show-lines.ts';

const MOST_LINES = 999_999;
const DEPTH = 2;
/** Maximum number of entries of a listing: a model pays for every line. */
const MOST_ITEMS = 10_000;

/** Shows a file with line numbers, or the content of a folder, two levels deep. */
export async function viewFiles(
  { path: given, view_range: range }: FileCommandOf<'view'>,
  ports: FilePorts,
): Promise<string> {
  const path = resolvePath(given, ports.root, ports.vault);
  const kind = kindOf(path, ports);
  if (kind === null) throw noSuchPath(given);
  if (kind === 'folder') return viewFolder(path, ports);
  const lines = showLines(await readFileNote(path, ports));
  if (lines.length > MOST_LINES)
    throw refuseFile(`File ${given} exceeds maximum line limit of 999,999 lines.`, 'Split the file.');
  const [from = 1, to = -1] = range ?? [];
  const start = Math.max(1, from) - 1;
  const shown = lines.slice(start, to === -1 ? lines.length : to);
  return `Here's the content of ${given} with line numbers:\n${numberLines(shown, start + 1)}`;
}

interface Item {
  readonly path: string;
  readonly bytes: number;
}

async function viewFolder({ given, folder, place }: ResolvedPath, ports: FilePorts): Promise<string> {
  const items: Item[] = [];
  let total = 0;
  const visit = async (at: string, below: string, depth: number): Promise<number> => {
    let sum = 0;
    const found = listFolder(placeIn(ports.vault.root, at)).flatMap((entry) => {
      const isFolder = entry.isDirectory();
      const name = isFolder || entry.isFile() ? nameInProtocol(entry.name, isFolder) : null;
      return name === null ? [] : [{ name, isFolder, file: entry.name }];
    });
    const isPinned = place === 'root' && depth === 1;
    const shown = isPinned ? await withPinned(found, ports) : found;
    for (const { name, isFolder, file } of shown.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === '' ? name : `${below}/${name}`;
      const slot = items.length;
      if (isFolder) {
        if (depth <= DEPTH) items.push({ path: `${path}/`, bytes: 0 });
        const bytes = await visit(`${at}/${file}`, path, depth + 1);
        if (depth <= DEPTH) items[slot] = { path: `${path}/`, bytes };
        sum += bytes;
      } else {
        const bytes = await sizeOf(file === '' ? `${ports.root}MEMORY.md` : `${at}/${file}`, ports);
        if (bytes === null) continue;
        if (depth <= DEPTH) items.push({ path, bytes });
        sum += bytes;
      }
      if (++total > MOST_ITEMS) throw refuseFile(`${given} holds more than ${MOST_ITEMS} files.`);
    }
    return sum;
  };
  const bytes = await visit(folder, '', 1);
  const lines = items.map((item) => `${toSize(item.bytes)}\t${given}/${item.path}`);
  return [
    `Here're the files and directories up to 2 levels deep in ${given}, excluding hidden items and node_modules:`,
    `${toSize(bytes)}\t${given}`,
    ...lines,
  ].join('\n');
}

interface Found {
  readonly name: string;
  readonly isFolder: boolean;
  /** Its name in the vault; empty for MEMORY.md. */
  readonly file: string;
}

/** Lists the people's MEMORY.md with the agent's own files; it hides an agent's file of that name. */
async function withPinned(found: readonly Found[], ports: FilePorts): Promise<Found[]> {
  const others = found.filter(({ name }) => name !== 'MEMORY.md');
  const isThere = (await sizeOf(`${ports.root}MEMORY.md`, ports)) !== null;
  return isThere ? [...others, { name: 'MEMORY.md', isFolder: false, file: '' }] : others;
}

/** Bytes of a file as it is shown, without its frontmatter: the length of a secret is not revealed. Null if it does not exist or is entirely secret. */
async function sizeOf(path: string, ports: FilePorts): Promise<number | null> {
  const bytes = read(path, ports);
  const note = bytes === null ? null : await toFileNote(bytes, path, ports);
  if (note === null) return null;
  if (note.hidden.length === 0) return note.bytes.length - note.headBytes;
  return Buffer.byteLength(showLines(note).join('\n'));
}

function read(path: string, { vault }: FilePorts): Uint8Array | null {
  try {
    return readPlainFile(placeIn(vault.root, path));
  } catch {
    // A link, or too large to be a note.
    return null;
  }
}

/** A size in the reference's format. */
function toSize(bytes: number): string {
  if (bytes === 0) return '0B';
  const step = Math.floor(Math.log(bytes) / Math.log(1024));
  const size = bytes / 1024 ** step;
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${['B', 'K', 'M', 'G'][step]}`;
}
