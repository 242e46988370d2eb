import { dropTreacherous } from '@memora/language/text';
import type { Vault } from '@memora/vault';
import { checkRelativePath, isSyncDebris } from '@memora/vault/internal';
import { refuseFile } from './refuse-file.ts';

/** What a path of the protocol names. */
export interface ResolvedPath {
  /** As it was given: answers name it so. */
  readonly given: string;
  /** MEMORY.md, which people write; `/memories` itself; or what stands below it. */
  readonly place: 'pinned' | 'root' | 'below';
  /** Where a folder of this name stands in the vault. */
  readonly folder: string;
  /** Where the note of a file of this name stands in the vault. */
  readonly note: string;
}

const TOP = '/memories';
/** Behind the name of a file that is not called `.md`: every file is a note. */
const NOT_MARKDOWN = '.file.md';
const LONGEST_PATH = 1_000;
const MOST_PARTS = 16;
/** Percent signs, entities and letters of other widths that something else may read as a dot or a slash. */
const ENCODED = /%[0-9a-f]{2}|%u[0-9a-f]{4}|&(?:#|[a-z]+;)/iu;

/**
 * Where a path of the protocol leads. Refused with the words of the reference: what does not begin with `/memories`, what leads out of it or might
 * once something decodes it, names that are reserved or that no note can have. Links are refused where files are opened.
 */
export function resolvePath(given: string, root: string, { filter }: Pick<Vault, 'filter'>): ResolvedPath {
  if (!given.startsWith(TOP) || !['/', undefined].includes(given[TOP.length]))
    throw refuseFile(`Path must start with /memories, got: ${given}`, 'Name a path below /memories.');
  const parts = given
    .slice(TOP.length)
    .split('/')
    .filter((part) => part !== '');
  const top = `${root}memories`;
  if (parts.length === 0) return { given, place: 'root', folder: top, note: '' };
  if (parts.length === 1 && parts[0] === 'MEMORY.md')
    return { given, place: 'pinned', folder: '', note: `${root}MEMORY.md` };
  const folder = [top, ...parts].join('/');
  const note = isMarkdown(folder) ? folder : `${folder}${NOT_MARKDOWN}`;
  if (
    given.length > LONGEST_PATH ||
    parts.length > MOST_PARTS ||
    !parts.every(isPlain) ||
    ![folder, note].every(isHeld)
  )
    throw escapes(given);
  const folders = parts.map((_, i) => [top, ...parts.slice(0, i + 1)].join('/'));
  if (filter.skipsFile(note) !== null || folders.some((each) => filter.skipsFolder(each) !== null))
    throw escapes(given);
  return { given, place: 'below', folder, note };
}

/** The name that a file or folder of the vault has in the protocol; null for what is not shown. */
export function nameInProtocol(name: string, isFolder: boolean): string | null {
  if (name.startsWith('.') || name === 'node_modules') return null;
  if (isFolder) return name;
  if (name.endsWith(NOT_MARKDOWN)) return name.slice(0, -NOT_MARKDOWN.length) || null;
  return isMarkdown(name) ? name : null;
}

/** What the reference says of a path that leads elsewhere. */
export function escapes(given: string) {
  return refuseFile(`Path ${given} would escape /memories directory`, 'Name a plain path below /memories.');
}

function isMarkdown(name: string): boolean {
  return name.endsWith('.md');
}

function isPlain(part: string): boolean {
  const compatible = part.normalize('NFKC');
  return (
    part !== '~' &&
    part === part.trim() &&
    dropTreacherous(part) === part &&
    !/[\r\n\t\v\f\\]/u.test(part) &&
    !ENCODED.test(part) &&
    !part.endsWith(NOT_MARKDOWN) &&
    !isSyncDebris(part) &&
    (compatible === part || !/[/\\:]|^\.|\.\./u.test(compatible)) &&
    !/[\u2024\u2025\u2044\u2215\u29f8\uff0f\uff3c]/u.test(part)
  );
}

/** True for a path that every system can hold. */
function isHeld(note: string): boolean {
  try {
    return checkRelativePath(note, true) === note;
  } catch {
    return false;
  }
}
