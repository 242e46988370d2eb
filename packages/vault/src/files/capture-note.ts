import { randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Band, MemoraError } from '@memora/core';
import { parsePrivacyMarkers } from '@memora/privacy';
import { toSecond } from '../frontmatter/normalise-date.ts';
import type { NoteType } from '../frontmatter/note-properties.ts';
import { toYamlList, toYamlScalar } from '../frontmatter/to-yaml.ts';
import { slugOfPath } from '../identity/note-identity.ts';
import { vaultError } from '../vault-error.ts';
import { checkRelativePath } from './confine-path.ts';
import { isGeneratedPath } from './is-ignored-name.ts';

/** A note to be written. */
export interface NewNote {
  /** The folder to write to, such as `projects/drift`; `default` is the root of the vault. */
  readonly region?: string;
  /** One line about the note; also its file name if there is no `title`. */
  readonly summary: string;
  readonly title?: string;
  /** Markdown. Written as given, with a line feed at the end. */
  readonly body: string;
  readonly tags?: readonly string[];
  readonly refs?: readonly string[];
  readonly privacy?: Band;
  readonly source?: string;
  readonly type?: NoteType;
  /** Extra frontmatter lines, such as `valid_from`; values are written as strings. */
  readonly properties?: Readonly<Record<string, string>>;
  /** Milliseconds; now by default. */
  readonly createdMs?: number;
}

export interface CapturedNote {
  readonly id: string;
  /** Vault-relative, with `/`. */
  readonly path: string;
}

const MAX_TRIES = 10_000;
const ROOMS = ['semantic', 'episodic', 'procedural'] as const;

/** Writes a new file at `path`; rejects with `NOTE_EXISTS` if the name is taken. */
type CreateFile = (path: string, bytes: Uint8Array, mode: number) => Promise<unknown>;

/**
 * Writes a new note into its region and never overwrites another: a taken name gets a number. A secret note, or one whose title or summary holds a marker, gets
 * a neutral name. Throws `PATH_OUTSIDE_VAULT` if the region is not a folder path inside the vault, and `PATH_RESERVED` if Memora itself writes that region.
 */
export async function captureNote(root: string, note: NewNote, create: CreateFile): Promise<CapturedNote> {
  const folder = await folderOfRegion(root, note);
  checkFolder(folder);
  const isNamed = !hidesItsName(note);
  for (let number = 1; number <= MAX_TRIES; number++) {
    const name = isNamed
      ? `${fileNameOf(note.title ?? note.summary)}${number === 1 ? '' : ` ${number}`}`
      : neutralName();
    const path = `${folder}${name}.md`;
    if (isGeneratedPath(path)) continue;
    checkRelativePath(path, true);
    const id = slugOfPath(path);
    try {
      const bytes = new TextEncoder().encode(toFile(id, note));
      await create(path, bytes, modeOf(note, bytes));
      return { id, path };
    } catch (error) {
      if (!MemoraError.isInstance(error) || error.code !== 'NOTE_EXISTS') throw error;
    }
  }
  throw vaultError('NOTE_EXISTS', `${MAX_TRIES} notes of this name exist already.`);
}

/** Only the user may read a note with secret text, whatever the umask is. Any other note has the usual mode. */
function modeOf({ privacy }: NewNote, bytes: Uint8Array): number {
  const { regions, markers } = parsePrivacyMarkers(bytes);
  return privacy === 'secret' || regions.length > 0 || markers.length > 0 ? 0o600 : 0o666;
}

/** True if a name made of the note's words would reveal secret text: the file system shows names to everybody. */
function hidesItsName({ privacy, title, summary }: NewNote): boolean {
  if (privacy === 'secret') return true;
  const { regions, markers } = parsePrivacyMarkers(new TextEncoder().encode(title ?? summary));
  return regions.length > 0 || markers.length > 0;
}

/** A unique file name that reveals nothing about the note. */
function neutralName(): string {
  return `note-${randomBytes(6).toString('hex')}`;
}

/** The region's folder with a `/` at the end: the place where the region already exists, including below `semantic/` and similar folders. */
async function folderOfRegion(root: string, { region = 'default', type }: NewNote): Promise<string> {
  const plain = region.trim().replace(/\/+$/, '');
  if (plain === '' || plain === 'default')
    return type !== undefined && (await isFolder(root, type)) ? `${type}/` : '';
  checkRelativePath(plain, true);
  const rooms = type === undefined ? ROOMS : [type, ...ROOMS];
  for (const candidate of [
    ...(type === undefined ? [plain] : []),
    ...rooms.map((room) => `${room}/${plain}`),
    plain,
  ]) {
    if (await isFolder(root, candidate)) return `${candidate}/`;
  }
  return type !== undefined && (await isFolder(root, type)) ? `${type}/${plain}/` : `${plain}/`;
}

/** Folders that hold Memora's own records. No note is captured there. */
const OURS = ['episodic/conversations/', 'episodic/daily/', ...ROOMS.map((room) => `${room}/memory/`)];

/** Throws `PATH_RESERVED` for a folder (with a `/` at its end) that Memora writes itself, and for a name with invisible characters. */
export function checkFolder(folder: string): void {
  const lower = folder.toLowerCase();
  const isOurs = lower.startsWith('_') || OURS.some((each) => lower.startsWith(each));
  if (!isOurs && !/\p{Cf}/u.test(folder)) return;
  throw vaultError(
    'PATH_RESERVED',
    'The region is a folder that Memora writes, or contains invisible characters.',
    {
      hint: 'Name a folder of your own, such as projects/plan.',
    },
  );
}

async function isFolder(root: string, path: string): Promise<boolean> {
  return lstat(join(root, path)).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

/** A file name every system can hold: no reserved characters or names, no leading dot, at most 100 bytes. */
function fileNameOf(title: string): string {
  let name = title
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>:"/\\|?*#^[\]]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. _]+|[. ]+$/g, '');
  while (Buffer.byteLength(name) > 100) name = Array.from(name).slice(0, -1).join('').trimEnd();
  name = name.replace(/[. ]+$/g, '');
  if (name === '') return 'Untitled';
  return /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i.test(name)
    ? `Note ${name}`
    : name;
}

function toFile(id: string, note: NewNote): string {
  const { summary, body, tags = [], refs = [], privacy = 'private', source = 'personal' } = note;
  const created = toSecond(note.createdMs ?? Date.now());
  const region = note.region?.trim().replace(/\/+$/, '') || 'default';
  const lines = [
    `id: ${toYamlScalar(id)}`,
    ...(note.title === undefined ? [] : [`title: ${toYamlScalar(note.title)}`]),
    ...(note.type === undefined ? [] : [`type: ${note.type}`]),
    `region: ${toYamlScalar(region)}`,
    `source: ${toYamlScalar(source)}`,
    `privacy: ${privacy}`,
    `created: ${created}`,
    `updated: ${created}`,
    `summary: ${JSON.stringify(summary.replace(/\s+/gu, ' ').trim().toWellFormed())}`,
    `tags: ${toYamlList(tags)}`,
    `refs: ${toYamlList(refs)}`,
    ...Object.entries(note.properties ?? {}).map(
      ([key, value]) => `${toYamlScalar(key)}: ${toYamlScalar(value)}`,
    ),
  ];
  const text = body.toWellFormed();
  return `---\n${lines.join('\n')}\n---\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}`;
}
