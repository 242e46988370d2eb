import type BetterSqlite3 from 'better-sqlite3';
import { edgeCodes } from '../sqlite/codes.ts';
import type { FoundConflict } from './find-conflicts.ts';

const CONTRADICTS = edgeCodes.toCode('contradicts');

/**
 * Brings the `contradicts` edges between the claims under the keys in line with what is found now, and returns the row keys of
 * every claim whose conflicts may have changed. An edge goes from the claim stored first to the other; it is closed, never deleted.
 */
export function writeConflicts(
  db: BetterSqlite3.Database,
  keys: ReadonlySet<number>,
  find: (frameKey: number) => FoundConflict[],
  now: number,
): Set<number> {
  const found = new Map<string, FoundConflict>();
  for (const key of keys)
    for (const conflict of find(key)) found.set(pairOf(conflict.aKey, conflict.bKey), conflict);

  const touched = new Set<number>();
  for (const { aKey, bKey } of found.values()) touched.add(aKey).add(bKey);
  const standing = closeSettled(db, keys, touched, found, find, now);
  const open = db.prepare(
    `INSERT INTO edge (source, type, target, recorded_from, metadata) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (source, type, target, recorded_from) DO UPDATE SET recorded_until = NULL, metadata = excluded.metadata`,
  );
  for (const [pair, { aKey, bKey, reason, singleValued }] of found) {
    if (standing.has(pair)) continue;
    const metadata = JSON.stringify({ reason, single_valued: singleValued, judge: 'rules@1' });
    open.run(Math.min(aKey, bKey), CONTRADICTS, Math.max(aKey, bKey), now, metadata);
  }
  return touched;
}

/** Closes the edges that no key gives any more, adds their ends to `touched`, and returns the pairs that stand. */
function closeSettled(
  db: BetterSqlite3.Database,
  keys: ReadonlySet<number>,
  touched: Set<number>,
  found: ReadonlyMap<string, FoundConflict>,
  find: (frameKey: number) => FoundConflict[],
  now: number,
): Set<string> {
  const standing = new Set<string>();
  const membersOf = db.prepare<[number], number>('SELECT claim FROM frame_key WHERE key = ?').pluck();
  const edgesOf = db.prepare<[number, number], { source: number; target: number; recorded_from: number }>(
    `SELECT source, target, recorded_from FROM edge WHERE source = ? AND type = ${CONTRADICTS} AND recorded_until IS NULL
     UNION SELECT source, target, recorded_from FROM edge WHERE target = ? AND type = ${CONTRADICTS} AND recorded_until IS NULL`,
  );
  const close = db.prepare(
    `UPDATE edge SET recorded_until = ? WHERE source = ? AND type = ${CONTRADICTS} AND target = ? AND recorded_from = ?`,
  );
  const members = new Set(db.prepare<[], number>('SELECT claim FROM unrelated').pluck().all());
  for (const key of keys) for (const claim of membersOf.all(key)) members.add(claim);
  // A first run relates everything and has nothing to close: one look at the edges spares one for each claim.
  if (members.size > MANY && !hasContradictions(db)) return standing;
  for (const claim of members) {
    for (const { source, target, recorded_from } of edgesOf.all(claim, claim)) {
      const pair = pairOf(source, target);
      if (found.has(pair) || isGivenElsewhere(db, keys, source, target, find)) standing.add(pair);
      else {
        close.run(now, source, target, recorded_from);
        touched.add(source).add(target);
      }
    }
  }
  return standing;
}

const MANY = 5_000;

function hasContradictions(db: BetterSqlite3.Database): boolean {
  const sql = `SELECT 1 FROM edge WHERE type = ${CONTRADICTS} AND recorded_until IS NULL LIMIT 1`;
  return db.prepare(sql).get() !== undefined;
}

/** True where a key that was not looked at now gives the pair. */
function isGivenElsewhere(
  db: BetterSqlite3.Database,
  keys: ReadonlySet<number>,
  a: number,
  b: number,
  find: (frameKey: number) => FoundConflict[],
): boolean {
  const shared = db
    .prepare<[number, number], number>(
      'SELECT x.key FROM frame_key x JOIN frame_key y ON x.key = y.key WHERE x.claim = ? AND y.claim = ?',
    )
    .pluck()
    .all(a, b);
  const pair = pairOf(a, b);
  return shared.some((key) => !keys.has(key) && find(key).some((c) => pairOf(c.aKey, c.bKey) === pair));
}

function pairOf(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
