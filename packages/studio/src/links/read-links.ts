import { decodeText } from '@memora/core';
import { type Memory, readBandsOnce } from '@memora/engine';
import { keepWhile } from '../live/keep-while.ts';
import type { IndexedNote } from '../notes/create-note-list.ts';
import { findLinked } from '../notes/find-linked.ts';

/** Maximum number of notes whose links are read; the newest win. */
const MOST_NOTES = 5_000;
/** Links between notes: `[[name]]`, and `](path.md)`. */
const LINK = /\[\[([^[\]|#^\n]+)|\]\(<?([^()<>\s]+\.md)/gu;

/** Links between notes, both ends by path. Secret notes and secret places are left out. */
export interface NoteLinks {
  readonly targets: ReadonlyMap<string, ReadonlySet<string>>;
  readonly sources: ReadonlyMap<string, ReadonlySet<string>>;
  /** The number of notes that were not read. */
  readonly unread: number;
}

/** Reads the links of notes, and reads notes again when they change. */
export function createLinkReader(
  memory: Pick<Memory, 'readNote' | 'settings' | 'revision'>,
  listNotes: () => Promise<readonly IndexedNote[]>,
  most = MOST_NOTES,
): () => Promise<NoteLinks> {
  const known = new Map<string, { readonly hash: string; readonly names: readonly string[] }>();

  const namesIn = async (path: string): Promise<readonly string[]> => {
    const bytes = await memory.readNote(path);
    if (bytes === null) return [];
    const { text, table } = decodeText(bytes);
    const found = [...text.matchAll(LINK)];
    if (found.length === 0) return [];
    const { defaultNotePrivacy: defaultBand, detector } = memory.settings.config.privacy;
    const { regions } = await readBandsOnce(bytes, path, { defaultBand, detector });
    const hidden = regions
      .filter(({ band }) => band === 'secret')
      .map(({ start, end }) => ({
        start: table.toUtf16(start as never) as number,
        end: table.toUtf16(end as never) as number,
      }));
    return found
      .filter(({ index }) => !hidden.some(({ start, end }) => index >= start && index < end))
      .map(([, wiki, markdown]) => wiki ?? decodePath(markdown ?? ''));
  };
  const readAll = async (): Promise<NoteLinks> => {
    const notes = await listNotes();
    const wanted = notes.toSorted((a, b) => b.mtimeMs - a.mtimeMs).slice(0, most);
    const targets = new Map<string, Set<string>>();
    const sources = new Map<string, Set<string>>();
    const meant = createResolver(notes);
    for (const { path, hash } of wanted) {
      if (known.get(path)?.hash !== hash) known.set(path, { hash, names: await namesIn(path) });
      for (const name of known.get(path)?.names ?? []) {
        const target = meant(name);
        if (target === null || target === path) continue;
        add(targets, path, target);
        add(sources, target, path);
      }
    }
    return { targets, sources, unread: notes.length - wanted.length };
  };
  return keepWhile(memory.revision, readAll);
}

/** Finds the note that a link means; each name is resolved once. */
function createResolver(notes: readonly { readonly path: string }[]): (name: string) => string | null {
  const byName = new Map<string, string | null>();
  // The last path part narrows the candidates.
  const byLast = Map.groupBy(notes, ({ path }) => lastPart(path));
  return (name) => {
    const key = name.trim().toLowerCase();
    const found = byName.get(key);
    if (found !== undefined) return found;
    const target = findLinked(byLast.get(lastPart(key)) ?? [], key);
    byName.set(key, target);
    return target;
  };
}

function lastPart(path: string): string {
  return (path.toLowerCase().split('/').at(-1) ?? '').replace(/\.md$/u, '');
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/^(?:\.{1,2}\/)+/u, '');
  } catch {
    return path;
  }
}

function add(links: Map<string, Set<string>>, from: string, to: string): void {
  const known = links.get(from);
  if (known === undefined) links.set(from, new Set([to]));
  else known.add(to);
}
