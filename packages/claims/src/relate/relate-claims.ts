import type { ClaimId } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import { type LedgerDecisions, toLedgerDecisions } from '../ledger/ledger-decisions.ts';
import { statusCodes } from '../sqlite/codes.ts';
import { shortHash } from '../sqlite/short-hash.ts';
import { applyForgetting } from './apply-forgetting.ts';
import { createConflictFinder } from './find-conflicts.ts';
import { refreshFrameKeys } from './refresh-frame-keys.ts';
import { writeConflicts } from './write-conflicts.ts';
import { writeDependencies } from './write-dependencies.ts';
import { writeResolution } from './write-resolution.ts';
import { writeStaleness } from './write-staleness.ts';

export interface RelateOptions {
  /** Milliseconds; the `recorded` time of what the pass writes. */
  readonly now: number;
  readonly decisions: LedgerDecisions;
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
  const { keys, canonicalise } = refreshFrameKeys(db);
  const find = createConflictFinder(db, canonicalise);
  const named = keysOfIds(db, options.decisions.named);
  const touched = writeConflicts(db, keys, find, options.now);
  const contradictions = writeResolution(db, new Set([...touched, ...named, ...forgotten]), options);
  writeDependencies(db, options.now);
  db.prepare('DELETE FROM unrelated').run();
  db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('ledger_version', ?)").run(
    versionOf(options.decisions),
  );
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

/** True where there is something to relate: claims that came or went, another ledger, a successor whose time has come. */
export function isRelatingDue(db: BetterSqlite3.Database, decisions: LedgerDecisions, now: number): boolean {
  const one = (sql: string, ...parameters: unknown[]) =>
    db
      .prepare<unknown[], number>(sql)
      .pluck()
      .get(...parameters);
  if (one('SELECT 1 FROM unrelated LIMIT 1') === 1) return true;
  const known = one("SELECT value FROM meta WHERE name = 'ledger_version'");
  if ((known ?? EMPTY_LEDGER) !== versionOf(decisions)) return true;
  const due =
    'SELECT 1 FROM claim WHERE superseded_at <= ? AND status <> 1 AND recorded_until IS NULL LIMIT 1';
  return one(due, new Date(now).toISOString()) === 1;
}

/** How many live claims are stale. */
export function countStale(db: BetterSqlite3.Database): number {
  const sql = 'SELECT count(*) FROM claim WHERE status = ? AND recorded_until IS NULL';
  return db.prepare<[number], number>(sql).pluck().get(statusCodes.toCode('stale')) ?? 0;
}

function versionOf({ conflicts, revalidated, forgotten }: LedgerDecisions): number {
  const lists = [...revalidated].map(([id, despite]) => [id, [...despite]]);
  return shortHash(JSON.stringify([conflicts, lists, [...forgotten]]));
}

const EMPTY_LEDGER = versionOf(toLedgerDecisions([]));
