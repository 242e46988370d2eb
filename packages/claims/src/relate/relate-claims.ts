import type { ClaimId } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import type { LedgerDecisions } from '../ledger/ledger-decisions.ts';
import { statusCodes } from '../sqlite/codes.ts';
import { applyForgetting } from './apply-forgetting.ts';
import { createConflictFinder } from './find-conflicts.ts';
import { markForPredicates, recordVersions } from './is-relating-due.ts';
import { NO_PREDICATES, type PredicateValues } from './predicate-values.ts';
import { refreshFrameKeys } from './refresh-frame-keys.ts';
import { writeConflicts } from './write-conflicts.ts';
import { writeDependencies } from './write-dependencies.ts';
import { writeResolution } from './write-resolution.ts';
import { writeStaleness } from './write-staleness.ts';

export interface RelateOptions {
  /** Milliseconds; the `recorded` time of what the pass writes. */
  readonly now: number;
  readonly decisions: LedgerDecisions;
  /** What the user's config says of predicates; a change of it relates every claim again. */
  readonly predicates?: PredicateValues;
}

/** What one pass changed. */
export interface RelateOutcome {
  /** Conflicts that stand now among the claims looked at, not counting settled ones. */
  readonly contradictions: number;
  /** Stale claims in the whole store. */
  readonly stale: number;
}

/**
 * The pass after all notes: forgets what the ledger forgets, finds the conflicts of the claims that changed, decides them,
 * and spreads staleness. Costs what the subjects of the changed claims cost, not what the vault does; a second run
 * changes nothing. Run it in a transaction.
 */
export function relateClaims(db: BetterSqlite3.Database, options: RelateOptions): RelateOutcome {
  const forgotten = applyForgetting(db, options);
  markForPredicates(db, options);
  const { keys, canonicalise } = refreshFrameKeys(db);
  const find = createConflictFinder(db, canonicalise, options.predicates ?? NO_PREDICATES);
  const named = keysOfIds(db, options.decisions.named);
  const touched = writeConflicts(db, keys, find, options.now);
  const contradictions = writeResolution(db, new Set([...touched, ...named, ...forgotten]), options);
  writeDependencies(db, options.now);
  db.prepare('DELETE FROM unrelated').run();
  recordVersions(db, options);
  return { contradictions, stale: writeStaleness(db, options) };
}

function keysOfIds(db: BetterSqlite3.Database, ids: ReadonlySet<ClaimId>): number[] {
  if (ids.size === 0) return [];
  const sql = 'SELECT key FROM claim WHERE id IN (SELECT value FROM json_each(?))';
  return db
    .prepare<[string], number>(sql)
    .pluck()
    .all(JSON.stringify([...ids]));
}

/** How many live claims are stale. */
export function countStale(db: BetterSqlite3.Database): number {
  const sql = `SELECT count(*) FROM claim WHERE status = ${statusCodes.toCode('stale')} AND recorded_until IS NULL`;
  return db.prepare<[], number>(sql).pluck().get() ?? 0;
}
