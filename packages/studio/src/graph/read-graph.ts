import type { Memory } from '@memora/engine';
import type { NoteGraph } from './note-graph.ts';

/** Notes that can be told from each other on a screen. */
const MOST_NOTES = 120;
const MOST_CLAIMS = 50_000;

/** The notes that have most to do with others. Secret notes are in none of it. */
export async function readGraph({ claims }: Pick<Memory, 'claims'>): Promise<NoteGraph> {
  const bands = ['public', 'private'] as const;
  const { claims: all } = await claims.listClaims({ bands, limit: MOST_CLAIMS });
  const noteOf = new Map<string, string>();
  for (const { id, notePath, noteBand } of all) if (noteBand !== 'secret') noteOf.set(id, notePath);
  const pairs = new Map<string, readonly [string, string]>();
  const count = new Map<string, number>();
  for (const { from, to, recordedUntil } of await claims.edges()) {
    const [a, b] = [noteOf.get(from), noteOf.get(to)];
    if (recordedUntil !== null || a === undefined || b === undefined || a === b) continue;
    const pair = a < b ? ([a, b] as const) : ([b, a] as const);
    const key = pair.join('\0');
    if (pairs.has(key)) continue;
    pairs.set(key, pair);
    for (const path of pair) count.set(path, (count.get(path) ?? 0) + 1);
  }
  const paths = [...new Set(noteOf.values())].sort(
    (a, b) => (count.get(b) ?? 0) - (count.get(a) ?? 0) || (a < b ? -1 : 1),
  );
  const shown = paths.slice(0, MOST_NOTES);
  const at = new Map(shown.map((path, i) => [path, i]));
  const links = [...pairs.values()].flatMap(([a, b]): (readonly [number, number])[] => {
    const [i, j] = [at.get(a), at.get(b)];
    return i === undefined || j === undefined ? [] : [[i, j]];
  });
  return {
    notes: shown.map((path) => ({ path, links: count.get(path) ?? 0 })),
    links,
    left: paths.length - shown.length,
  };
}
