import { edgeCodes } from '../../../model/codes.ts';
import type * as Sqlite from '../../../model/sqlite-database.ts';
import { prepareQuery } from '../../queries/prepare-query.ts';

const CONTRADICTS = edgeCodes.toCode('contradicts');

/** The judge name in an edge's metadata for a replacement recorded in a memory. */
export const SAID_TO_REPLACE = 'replaces@1';

/** A claim of a memory, and a claim of the memory that it replaces. */
interface Pair {
  readonly newer: number;
  readonly older: number;
}

/**
 * Updates the conflicts between memories and the memories they replace from the notes, and returns the row keys of
 * the claims whose conflicts may have changed. The older one ends by trust and time, as in every other conflict.
 */
export function writeReplacements(db: Sqlite.Database, now: number): Set<number> {
  const touched = new Set<number>();
  const wanted = new Map(
    prepareQuery(db, 'replacements')
      .all()
      .map((pair) => [keyOf(pair.newer, pair.older), pair]),
  );
  const standing = prepareQuery(db, 'laterInConflicts').all(SAID_TO_REPLACE);
  const close = prepareQuery(db, 'closeEdge');
  for (const { source, target, recorded_from, later } of standing) {
    const pair = wanted.get(keyOf(source, target));
    if (pair !== undefined && laterOf(pair) === later) {
      wanted.delete(keyOf(source, target));
      continue;
    }
    close.run(now, source, CONTRADICTS, target, recorded_from);
    touched.add(source).add(target);
  }
  const open = prepareQuery(db, 'openEdge');
  const said = { reason: 'replaced', single_valued: true, judge: SAID_TO_REPLACE };
  for (const pair of wanted.values()) {
    const { newer, older } = pair;
    const metadata = JSON.stringify({ ...said, later: laterOf(pair) });
    open.run(Math.min(newer, older), CONTRADICTS, Math.max(newer, older), now, metadata);
    touched.add(newer).add(older);
  }
  return touched;
}

/** Returns the end of the edge for this replacement. */
function laterOf({ newer, older }: Pair): 'source' | 'target' {
  return newer < older ? 'source' : 'target';
}

/** A conflict has no direction: its edge goes from the lower row key to the higher. */
function keyOf(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
