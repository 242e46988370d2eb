import { noteName, withoutExtension } from '../identity/note-identity.ts';
import type { WikiLink } from '../parsed-note.ts';

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
