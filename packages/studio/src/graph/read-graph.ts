import type { Memory } from '@memora/engine';
import type { NoteLinks } from '../links/read-links.ts';
import type { NoteGraph } from './note-graph.ts';

/** Notes that can be told from each other on a screen. */
const MOST_NOTES = 120;
const MOST_EDGES = 20_000;

/** The notes that have most to do with others: they link to each other, or one replaces or contradicts a line of the other. `notes` is how many there are. Secret notes are in none of it. */
export async function readGraph(
  { claims }: Pick<Memory, 'claims'>,
  { targets }: Pick<NoteLinks, 'targets'>,
  notes: number,
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
  const shown = [...count]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_NOTES)
    .map(([path]) => path);
  const at = new Map(shown.map((path, i) => [path, i]));
  const links = [...pairs.values()].flatMap(([a, b]): (readonly [number, number])[] => {
    const [i, j] = [at.get(a), at.get(b)];
    return i === undefined || j === undefined ? [] : [[i, j]];
  });
  return {
    notes: shown.map((path) => ({ path, links: count.get(path) ?? 0 })),
    links,
    left: notes - shown.length,
  };
}
