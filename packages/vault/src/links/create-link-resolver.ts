import type { Span } from '@memora/core';
import { noteName, withoutExtension } from '../identity/note-identity.ts';
import type { NoteBlockId, ParsedNote, WikiLink } from '../parsed-note.ts';
import { toPlainText } from '../segment/to-plain-text.ts';

/** The names by which a link can refer to a note. */
export interface LinkTarget {
  readonly path: string;
  readonly aliases?: readonly string[];
}

export interface LinkResolver {
  /** The path of the note that a link in `from` leads to; `null` for a web address, a file that is not a note, and a note that does not exist. */
  readonly resolve: (link: Pick<WikiLink, 'kind' | 'target'>, from: string) => string | null;
}

/**
 * Resolves links as Obsidian does, in any case and Unicode form, with or without `.md`. It tries `./` and `../` from the linking note, then a whole path, then
 * the end of a path (the linking note's own folder first, then the shortest path), and at last an alias.
 */
export function createLinkResolver(notes: Iterable<LinkTarget>): LinkResolver {
  const byName = new Map<string, Known[]>();
  const byAlias = new Map<string, Known[]>();
  for (const { path, aliases = [] } of notes) {
    const known = { path, key: keyOf(path) };
    add(byName, keyOf(noteName(path)), known);
    for (const alias of aliases) add(byAlias, keyOf(alias), known);
  }

  function resolve(link: Pick<WikiLink, 'kind' | 'target'>, from: string): string | null {
    const target = link.target.trim();
    if (target === '') return from;
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null;
    const folder = from.slice(0, Math.max(0, from.lastIndexOf('/')));
    const wanted = keyOf(withoutParents(target, folder) ?? '');
    if (wanted === '') return null;
    const named = byName.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? [];
    const whole = named.filter(({ key }) => key === wanted);
    const isRelative = /^\.{1,2}\//.test(target) || target.startsWith('/');
    const ends = isRelative ? [] : named.filter(({ key }) => key.endsWith(`/${wanted}`));
    // A Markdown link is relative to its note; a wikilink may be.
    const beside = keyOf(`${folder === '' ? '' : `${folder}/`}${target}`);
    const near = link.kind === 'markdown' ? named.filter(({ key }) => key === beside) : [];
    const aliased = isRelative ? [] : (byAlias.get(keyOf(target)) ?? []);
    for (const found of [near, whole, ends, aliased]) {
      const best = nearest(found, keyOf(folder));
      if (best !== null) return best;
    }
    return null;
  }

  return { resolve };
}

interface Known {
  readonly path: string;
  readonly key: string;
}

function add(map: Map<string, Known[]>, key: string, known: Known): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [known]);
  else list.push(known);
}

function keyOf(path: string): string {
  return withoutExtension(path.replace(/^\//, '')).normalize('NFC').toLowerCase();
}

/** The path with `./` and `../` resolved; `null` if it leads out of the vault. */
function withoutParents(target: string, folder: string): string | null {
  if (!/^\.{1,2}\//.test(target)) return target;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of target.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function nearest(found: readonly Known[], folder: string): string | null {
  const isNear = ({ key }: Known) => key.slice(0, Math.max(0, key.lastIndexOf('/'))) === folder;
  const [best] = found.toSorted(
    (a, b) =>
      Number(isNear(b)) - Number(isNear(a)) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1),
  );
  return best?.path ?? null;
}

/**
 * The span inside a note that a link names: a block by its id, or a heading by its text (`a#b` is a heading
 * below another; case and characters that links can't contain are ignored). `null` for a whole note and for a
 * name that does not exist.
 */
export function resolveSubpath(
  note: Pick<ParsedNote, 'segments' | 'blockIds'>,
  { heading, blockId }: Pick<WikiLink, 'heading' | 'blockId'>,
): Span | null {
  if (blockId !== null) return findBlock(note.blockIds, blockId)?.span ?? null;
  if (heading === null) return null;
  const wanted = heading.split('#').map(headingKey).filter(Boolean);
  const found = note.segments.find((segment) => {
    if (segment.kind !== 'heading') return false;
    const path = [...segment.headingPath, toPlainText(segment.text)].map(headingKey);
    return wanted.length > 0 && endsWithInOrder(path, wanted);
  });
  return found?.span ?? null;
}

function findBlock(blockIds: readonly NoteBlockId[], wanted: string): NoteBlockId | undefined {
  return blockIds.find(({ id }) => id.toLowerCase() === wanted.toLowerCase());
}

function headingKey(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[#|^:%[\]\\]+/g, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** True if `wanted` ends with the last entry of `path` and the entries before it appear above in the same order. */
function endsWithInOrder(path: readonly string[], wanted: readonly string[]): boolean {
  if (path.at(-1) !== wanted.at(-1)) return false;
  let at = wanted.length - 2;
  for (let i = path.length - 2; i >= 0 && at >= 0; i--) if (path[i] === wanted[at]) at--;
  return at < 0;
}
