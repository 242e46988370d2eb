import { type Dirent, readdirSync } from 'node:fs';
import { parsePrivacyMarkers } from '@memora/privacy';
import { pathOf, placeIn, readPlainFile } from '@memora/privacy/files';
import type { Vault } from '@memora/vault';
import { type BandSettings, readNoteBands } from './read-note-bands.ts';

/** Why Memora does not read a file of the vault, or not all of it. */
export type UnreadReason =
  | 'canvas'
  | 'base'
  | 'drawing'
  | 'attachment'
  | 'app-data'
  | 'trash'
  | 'conflict-copy'
  | 'temporary'
  | 'excluded'
  | 'history'
  | 'packages'
  | 'link'
  | 'special-file'
  | 'too-large'
  | 'unreadable'
  | 'not-listed';

/** The suspected content of a file that is not a note. */
export type UnreadContent = 'marker' | 'secret-text' | 'secret-name';

/**
 * A file, or a folder with everything below it, that may hold copies of notes and that Memora does not read.
 */
export interface UnreadFile {
  /** Vault-relative, with `/`; a folder ends with one. */
  readonly path: string;
  readonly why: UnreadReason;
  /** True if its name may reveal a secret: it contains the name of a secret note, or the file is a copy of one. */
  readonly isNameSecret: boolean;
  /** Empty if nothing was found. The bytes of each file of up to 4 MiB are searched; what is compressed or encoded in them is not read. */
  readonly holds: readonly UnreadContent[];
}

/** Decides whether text outside the notes repeats their secret text. */
interface SecretSearch {
  readonly repeatsSecret: (bytes: Uint8Array) => Promise<boolean>;
}

/** The dependencies of listing after an audit that has read the notes. */
export interface UnreadPorts {
  readonly vault: Vault;
  readonly settings: BandSettings;
  /** Paths of notes that are secret as a whole. */
  readonly secretNotes: readonly string[];
  /** Notes that the audit could not read completely. */
  readonly notes: readonly { readonly path: string; readonly why: UnreadReason }[];
  /** Null if it was not requested, because the answer depends on secret text. */
  readonly search: SecretSearch | null;
}

/** Maximum number of listed rows, and maximum number of bytes read from the files. */
const MOST_ROWS = 20_000;
const MOST_FILE_BYTES = 4 * 1024 * 1024;
const MOST_BYTES = 256 * 1024 * 1024;
const MARKDOWN = /\.(?:md|markdown)\b/iu;
/** A shorter name occurs as a word in any text. */
const LEAST_NAME = 4;

const REASON_OF_KIND: Readonly<Record<string, UnreadReason>> = {
  canvas: 'canvas',
  base: 'base',
  excalidraw: 'drawing',
};

/** Lists the files of a vault that Memora does not read, in the order of the folders. Follows no link, and skips its own files. */
export async function listUnread(ports: UnreadPorts): Promise<UnreadFile[]> {
  const { vault, settings, secretNotes, notes, search } = ports;
  const names = namesOf(secretNotes);
  const rows: UnreadFile[] = [];
  let left = MOST_BYTES;
  const add = async (path: string, why: UnreadReason): Promise<void> => {
    if (rows.length > MOST_ROWS) return;
    if (rows.length === MOST_ROWS) {
      rows.push({ path: './', why: 'not-listed', isNameSecret: false, holds: [] });
      return;
    }
    const bytes = path.endsWith('/') || left <= 0 ? null : readShort(vault.root, path);
    left -= bytes?.length ?? 0;
    rows.push({
      path,
      why,
      isNameSecret:
        names.some((name) => path.normalize('NFC').toLowerCase().includes(name)) ||
        (MARKDOWN.test(path) && (bytes === null || (await isSecretNote(bytes, path, settings)))),
      holds: bytes === null ? [] : await contentOf(bytes, names, search),
    });
  };
  for (const { path, why } of notes) await add(path, why);
  await walk('', null, { vault, add });
  return rows;
}

interface Walk {
  readonly vault: Vault;
  readonly add: (path: string, why: UnreadReason) => Promise<void>;
}

async function walk(folder: string, inside: UnreadReason | null, { vault, add }: Walk): Promise<void> {
  let entries: Dirent[];
  try {
    const place = folder === '' ? { base: vault.root, parts: [] } : placeIn(vault.root, folder);
    entries = readdirSync(pathOf(place), { withFileTypes: true });
  } catch {
    await add(`${folder}/`, 'unreadable');
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const folders: [string, UnreadReason | null][] = [];
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const why = reasonOfFolder(path, entry.name, inside, vault);
      if (why === 'own') continue;
      if (why === 'history' || why === 'packages') await add(`${path}/`, why);
      else folders.push([path, why]);
    } else {
      const why = reasonOfFile(entry, path, inside, vault);
      if (why !== null) await add(path, why);
    }
  }
  for (const [path, why] of folders) await walk(path, why, { vault, add });
}

function reasonOfFolder(
  path: string,
  name: string,
  inside: UnreadReason | null,
  { filter }: Vault,
): UnreadReason | 'own' | null {
  if (name === '.memora') return 'own';
  if (/^\.(?:git|hg|svn|jj)$/u.test(name)) return 'history';
  if (name === 'node_modules') return 'packages';
  if (inside !== null) return inside;
  if (/^\.trash(?:-\d+)?$/iu.test(name)) return 'trash';
  if (name.startsWith('.')) return 'app-data';
  return filter.skipsFolder(path) === null ? null : 'excluded';
}

function reasonOfFile(
  entry: Dirent,
  path: string,
  inside: UnreadReason | null,
  { filter }: Vault,
): UnreadReason | null {
  if (entry.isSymbolicLink()) return 'link';
  if (!entry.isFile()) return 'special-file';
  if (inside !== null) return inside;
  switch (filter.skipsFile(path)) {
    case null:
    case 'generated':
      return null;
    case 'excluded':
      return 'excluded';
    case 'sync-debris':
      return /conflict|-(?:DESKTOP|LAPTOP)-/iu.test(entry.name) ? 'conflict-copy' : 'temporary';
    case 'hidden':
      return 'app-data';
    default:
      return REASON_OF_KIND[entry.name.slice(entry.name.lastIndexOf('.') + 1).toLowerCase()] ?? 'attachment';
  }
}

/** The names of secret notes, without folder and extension. */
function namesOf(notes: readonly string[]): string[] {
  const names = notes.map((path) =>
    path
      .slice(path.lastIndexOf('/') + 1)
      .replace(/\.[^.]+$/u, '')
      .normalize('NFC')
      .toLowerCase(),
  );
  return [...new Set(names)].filter((name) => name.length >= LEAST_NAME);
}

function readShort(root: string, path: string): Uint8Array | null {
  try {
    return readPlainFile(placeIn(root, path), MOST_FILE_BYTES);
  } catch {
    return null;
  }
}

async function isSecretNote(bytes: Uint8Array, path: string, settings: BandSettings): Promise<boolean> {
  return (await readNoteBands(bytes, path, settings)).band === 'secret';
}

async function contentOf(
  bytes: Uint8Array,
  names: readonly string[],
  search: SecretSearch | null,
): Promise<UnreadContent[]> {
  const holds: UnreadContent[] = [];
  if (parsePrivacyMarkers(bytes).markers.length > 0) holds.push('marker');
  if (search === null) return holds;
  if (await search.repeatsSecret(bytes)) holds.push('secret-text');
  const text = new TextDecoder().decode(bytes).normalize('NFC').toLowerCase();
  if (names.some((name) => text.includes(name))) holds.push('secret-name');
  return holds;
}

/** True for a note with a drawing whose words are compressed: Memora reads the text around it and not the drawing. */
export function hasCompressedDrawing(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('```compressed-json');
}
