import { dropTreacherous } from '@memora/language/text';
import type { Vault } from '@memora/vault';
import { checkRelativePath, isSyncDebris } from '@memora/vault/internal';
import { refuseFile } from './refuse-file.ts';

/** A resolved path of the protocol. */
export interface ResolvedPath {
  /** The path as given, which answers repeat. */
  readonly given: string;
  /** MEMORY.md, which people write; `/memories` itself; or a path below it. */
  readonly place: 'pinned' | 'root' | 'below';
  /** The vault path of a folder with this name. */
  readonly folder: string;
  /** The vault path of the note for a file with this name. */
  readonly note: string;
}

const TOP = '/memories';
/** The suffix of files whose name does not end in `.md`: every file is a note. */
const NOT_MARKDOWN = '.file.md';
const LONGEST_PATH = 1_000;
const MOST_PARTS = 16;
/** Percent signs, entities and full-width letters, which other software may decode to a dot or a slash. */
const ENCODED = /%[0-9a-f]{2}|%u[0-9a-f]{4}|&(?:#|[a-z]+;)/iu;

/**
 * Resolves a path of the protocol. Refuses, with the reference's messages: paths that do not begin with `/memories`, that lead out of it or might do so once
 * decoded, and names that are reserved or that no note can have. Links are refused when files are opened.
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

/** The name of a vault file or folder in the protocol; null if it is not shown. */
export function nameInProtocol(name: string, isFolder: boolean): string | null {
  if (name.startsWith('.') || name === 'node_modules') return null;
  if (isFolder) return name;
  if (name.endsWith(NOT_MARKDOWN)) return name.slice(0, -NOT_MARKDOWN.length) || null;
  return isMarkdown(name) ? name : null;
}

/** The reference's error for a path that leads elsewhere. */
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

/** True for a path that is valid on every system. */
function isHeld(note: string): boolean {
  try {
    return checkRelativePath(note, true) === note;
  } catch {
    return false;
  }
}
