import { MemoraError } from '@memora/core';
import { readNoteBands } from '@memora/engine';
import { mergeSpans } from '@memora/privacy/internal';
import { memoryError } from '../memory-error.ts';
import { createMemoryId } from '../note/memory-place.ts';
import { toSeconds } from '../remember/compose-memory.ts';
import type { FileCommandOf } from './file-command.ts';
import type { FilePorts } from './file-ports.ts';
import { type FileNote, kindOf, readFileNote, splitNote } from './read-file-note.ts';
import { noSuchPath, refuseFile } from './refuse-file.ts';
import { type ResolvedPath, resolvePath } from './resolve-path.ts';
import { numberLines, showLines } from './show-lines.ts';
import { keepVersion } from './trash-file.ts';

const LONGEST_FILE = 4_000_000;
const encoder = new TextEncoder();

/** Creates a file. Its note contains the agent's name. */
export async function createFile(
  { path: given, file_text: text }: FileCommandOf<'create'>,
  ports: FilePorts,
): Promise<string> {
  const path = writable(given, ports);
  if (path.place === 'root' || kindOf(path, ports) !== null)
    throw refuseFile(`File ${given} already exists`, 'Name another file, or edit this one.');
  checkFolders(path, ports);
  const bytes = check(encoder.encode(`${headOf(ports)}${text}`), given);
  try {
    await ports.vault.replaceNote(path.note, null, bytes, { newMode: 0o600 });
  } catch (error) {
    if (MemoraError.isInstance(error) && error.code === 'NOTE_EXISTS')
      throw refuseFile(`File ${given} already exists`, 'Name another file, or edit this one.');
    throw error;
  }
  await ports.memory.indexNotes([path.note]);
  return `File created successfully at: ${given}`;
}

/** Replaces a text that occurs exactly once in a file. The previous version is kept in the trash. */
export async function replaceInFile(
  { path: given, old_str: old, new_str: fresh }: FileCommandOf<'str_replace'>,
  ports: FilePorts,
): Promise<string> {
  const { path, note } = await openToEdit(given, ports);
  const places = findPlaces(note, old);
  const [at] = places;
  if (at === undefined)
    throw refuseFile(
      `No replacement was performed, old_str \`${old}\` did not appear verbatim in ${given}.`,
      'View the file, and copy the text exactly.',
    );
  const lineOf = (place: number) => note.text.slice(0, place).split('\n').length;
  if (places.length > 1)
    throw refuseFile(
      `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines: ${[...new Set(places.map(lineOf))].join(', ')}. Please ensure it is unique`,
      'Give more of the text around it.',
    );
  const text = `${note.text.slice(0, at)}${fresh}${note.text.slice(at + old.length)}`;
  await keepVersion(path.note, note.bytes, ports);
  const edited = await write(path, note, text, ports);
  const line = lineOf(at) - 1;
  const start = Math.max(0, line - 2);
  const snippet = numberLines(showLines(edited).slice(start, line + 3), start + 1);
  return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`;
}

/** Inserts lines into a file. */
export async function insertInFile(
  { path: given, insert_line: at, insert_text: text }: FileCommandOf<'insert'>,
  ports: FilePorts,
): Promise<string> {
  const { path, note } = await openToEdit(given, ports);
  const lines = note.text.split('\n');
  if (at < 0 || at > lines.length)
    throw refuseFile(
      `Invalid \`insert_line\` parameter: ${at}. It should be within the range of lines of the file: [0, ${lines.length}]`,
      'View the file first.',
    );
  const next = [...lines.slice(0, at), text.replace(/\n$/u, ''), ...lines.slice(at)];
  await write(path, note, next.join('\n'), ports);
  return `The file ${given} has been edited.`;
}

/** The path of a file that an agent may write. */
export function writable(given: string, ports: FilePorts): ResolvedPath {
  const path = resolvePath(given, ports.root, ports.vault);
  if (path.place === 'pinned') throw readOnly(given);
  return path;
}

/** People's files are read-only for agents. */
export function readOnly(given: string) {
  return refuseFile(`The file ${given} is read-only: a person wrote it.`, 'Write a file of your own.');
}

async function openToEdit(given: string, ports: FilePorts): Promise<{ path: ResolvedPath; note: FileNote }> {
  const path = writable(given, ports);
  const kind = kindOf(path, ports);
  if (kind === null) throw noSuchPath(given);
  if (kind === 'folder') throw refuseFile(`The path ${given} is not a file.`);
  const note = await readFileNote(path, ports);
  if (note.isPersons) throw readOnly(given);
  return { path, note };
}

/** The positions of a text in the visible part of a file, as UTF-16 offsets that do not overlap. Hidden text is never found. */
function findPlaces({ text, headBytes, hidden }: FileNote, wanted: string): number[] {
  // As in the reference implementation, an empty text matches at the beginning of each line.
  if (wanted === '') return [0, ...[...text.matchAll(/\n/gu)].map(({ index }) => index + 1)];
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const start = hidden.length === 0 ? 0 : headBytes + Buffer.byteLength(text.slice(0, at));
    const end = start + Buffer.byteLength(wanted);
    if (!hidden.some((span) => span.start < end && start < span.end)) places.push(at);
  }
  return places;
}

async function write(path: ResolvedPath, note: FileNote, text: string, ports: FilePorts): Promise<FileNote> {
  const { vault, memory } = ports;
  const head = note.bytes.subarray(0, note.headBytes);
  const bytes = check(Buffer.concat([head, encoder.encode(text)]), path.given);
  const { defaultNotePrivacy: defaultBand, detector } = memory.settings.config.privacy;
  const { band, regions } = await readNoteBands(bytes, path.note, { defaultBand, detector });
  const hidden =
    band === 'secret'
      ? [{ start: 0, end: bytes.length }]
      : mergeSpans(regions.filter((region) => region.band === 'secret'));
  const edited: FileNote = { ...note, bytes, text, hidden };
  if (unveils(note, edited))
    throw refuseFile(
      `No edit was performed: it would show secret text of ${path.given}.`,
      'Edit the other lines.',
    );
  try {
    await vault.replaceNote(path.note, note.bytes, bytes);
  } catch (error) {
    if (!MemoraError.isInstance(error) || !['NOTE_CHANGED', 'NOTE_NOT_FOUND'].includes(error.code))
      throw error;
    throw memoryError(
      'MEMORY_FILE_CHANGED',
      `The file ${path.given} was changed by somebody else in the meantime. No edit was performed.`,
      'View it again, and repeat the edit.',
      error,
    );
  }
  await memory.indexNotes([path.note]);
  return edited;
}

/** True if an edit would reveal hidden text by moving or closing a marker. */
function unveils(before: FileNote, after: FileNote): boolean {
  if (before.hidden.length === 0) return false;
  const shownBefore = showLines({ ...before, isPersons: true }).join('\n');
  const shownAfter = showLines({ ...after, isPersons: true }).join('\n');
  return before.hidden
    .flatMap(({ start, end }) =>
      Buffer.from(before.bytes.subarray(start, end))
        .toString('utf8')
        .split(/\r\n|\n|\r/u),
    )
    .flatMap((line) => line.split(/<!--.*?-->/u))
    .map((piece) => piece.trim())
    .some((piece) => piece.length >= 2 && shownAfter.includes(piece) && !shownBefore.includes(piece));
}

/** Refuses a path below an existing file. */
export function checkFolders({ given }: ResolvedPath, ports: FilePorts): void {
  const parts = given.split('/').filter((part) => part !== '');
  for (let count = 2; count < parts.length; count++) {
    const above = `/${parts.slice(0, count).join('/')}`;
    if (kindOf(resolvePath(above, ports.root, ports.vault), ports) === 'file')
      throw refuseFile(`The path ${above} is not a directory.`);
  }
}

/** Refuses a file that is too long, and one whose privacy markers would hide its author: it would count as a person's. */
function check(bytes: Uint8Array, given: string): Uint8Array {
  if (splitNote(bytes).isPersons)
    throw refuseFile(
      `No change was performed: a privacy marker in ${given} would be closed that was never opened.`,
      'Leave privacy markers to people.',
    );
  if (bytes.length <= LONGEST_FILE) return bytes;
  throw refuseFile(`File ${given} would have more than ${LONGEST_FILE} bytes.`, 'Split the file.');
}

/** The frontmatter of the protocol's notes. No command can write it, so an agent's files keep an agent's trust. */
function headOf({ now }: FilePorts): string {
  return `---\nid: ${createMemoryId()}\ntype: semantic\nsource: agent\nprivacy: private\ncreated: ${toSeconds(now())}\n---\n`;
}
