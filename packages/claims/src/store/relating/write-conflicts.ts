import { edgeCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { CHANGE_JUDGE } from '../changes/write-changes.ts';
import { prepareQuery, prepareValue, type Row } from '../queries/prepare-query.ts';
import { parseStored } from '../read/parse-stored.ts';
import type { FoundConflict } from './find-slot-conflicts.ts';
import { SAID_TO_REPLACE } from './memories/write-replacements.ts';

const CONTRADICTS = edgeCodes.toCode('contradicts');
/** The judge name in an edge's metadata for different values in one place. */
const SLOT_JUDGE = 'slots@1';

/**
 * Updates the `contradicts` edges between the claims with the keys, and returns the row keys of every claim whose conflicts may have changed. An edge goes from
 * the claim stored first to the other. It is closed, never deleted.
 */
export function writeConflicts(
  db: Sqlite.Database,
  keys: ReadonlySet<number>,
  find: (slotKey: number) => FoundConflict[],
  now: number,
): Set<number> {
  const found = new Map<string, FoundConflict>();
  for (const key of keys) for (const conflict of find(key)) found.set(pairOf(conflict), conflict);
  const touched = new Set<number>();
  for (const { a, b } of found.values()) touched.add(a).add(b);
  const standing = closeSettled(db, keys, touched, found, now);
  const open = prepareQuery(db, 'openEdge');
  for (const [pair, conflict] of found) {
    if (standing.has(pair)) continue;
    const { a, b, reason } = conflict;
    const metadata = JSON.stringify({ reason, single_valued: true, judge: SLOT_JUDGE });
    open.run(Math.min(a, b), CONTRADICTS, Math.max(a, b), now, metadata);
  }
  return touched;
}

/** Closes the edges that no key produces any more, adds their ends to `touched`, and returns the remaining pairs. */
function closeSettled(
  db: Sqlite.Database,
  keys: ReadonlySet<number>,
  touched: Set<number>,
  found: ReadonlyMap<string, FoundConflict>,
  now: number,
): ReadonlySet<string> {
  const standing = new Set<string>();
  const membersOf = prepareValue(db, 'claimsUnder');
  const close = prepareQuery(db, 'closeEdge');
  const members = new Set(prepareValue(db, 'unrelated').all());
  for (const key of keys) for (const claim of membersOf.all(key)) members.add(claim);
  for (const { source, target, recorded_from, metadata } of openEdges(db, members)) {
    const pair = keyOfEdge(source, target);
    // These are maintained elsewhere and take precedence.
    if (isKeptElsewhere(readJudge(metadata)) || found.has(pair)) {
      standing.add(pair);
      continue;
    }
    close.run(now, source, CONTRADICTS, target, recorded_from);
    touched.add(source).add(target);
  }
  return standing;
}

/** True for edges that other passes maintain: replacements by memories, and verdicts of a judge of changes. */
function isKeptElsewhere(judge: string): boolean {
  return judge === SAID_TO_REPLACE || judge.startsWith(CHANGE_JUDGE);
}

type OpenEdge = Row<'openConflicts'>;

/** Returns the open conflicts of the claims, without duplicates. */
function openEdges(db: Sqlite.Database, members: ReadonlySet<number>): OpenEdge[] {
  // If most of the claims are checked, one walk over the edges is cheaper than two look-ups per claim.
  if (members.size > MANY) {
    return prepareQuery(db, 'openConflicts')
      .all()
      .filter(({ source, target }) => members.has(source) || members.has(target));
  }
  const ends = [prepareQuery(db, 'openConflictsFrom'), prepareQuery(db, 'openConflictsTo')];
  const edges = new Map<string, OpenEdge>();
  for (const claim of members) {
    for (const end of ends) {
      for (const edge of end.all(claim)) edges.set(keyOfEdge(edge.source, edge.target), edge);
    }
  }
  return [...edges.values()];
}

function readJudge(metadata: string | null): string {
  return metadata === null ? '' : parseStored<{ judge: string }>(metadata).judge;
}

const MANY = 5_000;

/** A conflict has no direction: its edge goes from the lower row key to the higher. */
function pairOf({ a, b }: FoundConflict): string {
  return keyOfEdge(Math.min(a, b), Math.max(a, b));
}

function keyOfEdge(source: number, target: number): string {
  return `${source} ${target}`;
}
