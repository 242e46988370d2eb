import { edgeCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

const CO_OCCURS = edgeCodes.toCode('co_occurs');

/** Fewer notes that name the same two are a coincidence. */
const FEWEST_NOTES = 2;
/** A note named by more notes than this occurs with everything, which means nothing. */
const MOST_NAMED_BY = 64;
/** A note that names more than this is a list. */
const MOST_NAMED = 24;

/**
 * Updates the `co_occurs` edges of the given notes: between the first claims of two notes that at least two others name together, weighted by the number of
 * those. Its cost depends on the notes that name them.
 */
export function writeCoOccurrences(db: Sqlite.Database, notes: ReadonlySet<number>, now: number): void {
  const anchorOf = prepareValue(db, 'anchorOf');
  const companions = createCompanionFinder(db);
  const live = prepareQuery(db, 'companyOf');
  const close = prepareQuery(db, 'closeOpenEdge');
  const open = prepareQuery(db, 'openWeighedEdge');
  for (const note of notes) {
    const own = anchorOf.get(note);
    const wanted = new Map<string, { source: number; target: number; weight: number }>();
    for (const [other, weight] of own === undefined ? [] : companions(note)) {
      const anchor = anchorOf.get(other);
      if (own === undefined || anchor === undefined) continue;
      const [source, target] = own < anchor ? [own, anchor] : [anchor, own];
      wanted.set(`${source} ${target} ${weight}`, { source, target, weight });
    }
    for (const { source, target, weight } of live.all(note, note)) {
      if (!wanted.delete(`${source} ${target} ${weight}`)) close.run(now, source, CO_OCCURS, target);
    }
    for (const { source, target, weight } of wanted.values())
      open.run(source, CO_OCCURS, target, now, weight);
  }
}

/** Returns, for a note, the notes named together with it and in how many notes. */
function createCompanionFinder(db: Sqlite.Database): (note: number) => [number, number][] {
  const naming = prepareValue(db, 'notesNaming');
  const namedIn = prepareValue(db, 'notesNamedIn');
  const listed = new Map<number, readonly number[]>();
  const lookUp = (note: number): readonly number[] => {
    const known = listed.get(note) ?? namedIn.all(note, MOST_NAMED + 1);
    listed.set(note, known);
    return known;
  };
  const namers = new Map<number, readonly number[]>();
  const namersOf = (note: number): readonly number[] => {
    const known = namers.get(note) ?? naming.all(note, MOST_NAMED_BY + 1);
    namers.set(note, known);
    return known;
  };
  return (note) => {
    const by = namersOf(note);
    if (by.length < FEWEST_NOTES || by.length > MOST_NAMED_BY) return [];
    const counts = new Map<number, number>();
    for (const namer of by) {
      const named = lookUp(namer);
      if (named.length > MOST_NAMED) continue;
      for (const other of named) if (other !== note) counts.set(other, (counts.get(other) ?? 0) + 1);
    }
    return [...counts].filter(
      ([other, count]) => count >= FEWEST_NOTES && namersOf(other).length <= MOST_NAMED_BY,
    );
  };
}
