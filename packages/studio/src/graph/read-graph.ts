import type { Memory } from '@memora/engine';
import type { NoteLinks } from '../links/read-links.ts';
import type { NamedThing } from './list-names.ts';
import type { NoteGraph } from './note-graph.ts';

/** Maximum number of notes that can be distinguished on a screen. */
const MOST_NOTES = 120;
const MOST_NAMES = 30;
/** Maximum number of lines from one name: to the last notes that mention it, by path. */
const MOST_LINES = 8;
const MOST_EDGES = 20_000;

/**
 * The most connected notes (they link to each other, or a line of one replaces or contradicts a line of the other), and the names that most notes mention.
 * `notes` is the total number of notes. Secret notes and places are left out.
 */
export async function readGraph(
  { claims }: Pick<Memory, 'claims'>,
  { targets }: Pick<NoteLinks, 'targets'>,
  { notes, all }: { readonly notes: number; readonly all: readonly NamedThing[] },
): Promise<NoteGraph> {
  const pairs = new Map<string, readonly [string, string]>();
  const count = new Map<string, number>();
  const connect = (a: string | undefined, b: string | undefined) => {
    if (a === undefined || b === undefined || a === b) return;
    const pair = a < b ? ([a, b] as const) : ([b, a] as const);
    const key = pair.join('\0');
    if (pairs.has(key)) return;
    pairs.set(key, pair);
    for (const path of pair) count.set(path, (count.get(path) ?? 0) + 1);
  };
  for (const [from, all] of targets) for (const to of all) connect(from, to);
  const edges = (await claims.edges({ types: ['supersedes', 'contradicts'] }))
    .filter(({ recordedUntil }) => recordedUntil === null)
    .slice(0, MOST_EDGES);
  const found = await claims.getClaims(new Set(edges.flatMap(({ from, to }) => [from, to])));
  const pathOf = (id: (typeof edges)[number]['from']) => {
    const claim = found.get(id);
    return claim === undefined || claim.band === 'secret' || claim.noteBand === 'secret'
      ? undefined
      : claim.notePath;
  };
  for (const { from, to } of edges) connect(pathOf(from), pathOf(to));
  const names = all.slice(0, MOST_NAMES);
  for (const { name, notes: of } of names)
    for (const path of of.slice(-MOST_LINES)) connect(toKey(name), path);
  const shown = [...count]
    .filter(([key]) => !key.startsWith(NAME))
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_NOTES)
    .map(([path]) => path);
  const at = new Map([...shown, ...names.map(({ name }) => toKey(name))].map((key, i) => [key, i]));
  const links = [...pairs.values()].flatMap(([a, b]): (readonly [number, number])[] => {
    const [i, j] = [at.get(a), at.get(b)];
    return i === undefined || j === undefined ? [] : [[i, j]];
  });
  const lines =
    pairs.size + names.reduce((sum, { notes: of }) => sum + Math.max(0, of.length - MOST_LINES), 0);
  return {
    notes: shown.map((path) => ({ path, links: count.get(path) ?? 0 })),
    names: names.map(({ name, notes: of }) => ({ name, links: of.length })),
    links,
    left: { notes: notes - shown.length, names: all.length - names.length, lines: lines - links.length },
  };
}

/** A prefix that no path has. */
const NAME = '\0';
const toKey = (name: string) => `${NAME}${name}`;
