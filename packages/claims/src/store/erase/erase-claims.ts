import type { Blake3, ClaimId } from '@memora/core';
import type { ClaimIndex } from '../../model/claim-index.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { forgetChanges } from '../changes/change-memory.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { forgetMeta, readMeta, writeMeta } from '../schema/meta.ts';
import { chainChangelog } from '../write/chain-changelog.ts';
import { deleteClaims } from './delete-claims.ts';
import type { ErasureRequest } from './plan-erasure.ts';
import { sweepTerms } from './sweep-terms.ts';

/** Returns the rows, live or retired, of claims that the ledger erases. */
export function findErased(db: Sqlite.Database, erased: ReadonlySet<ClaimId>): { key: number; id: string }[] {
  if (erased.size === 0) return [];
  return prepareQuery(db, 'claimsOfIds').all(JSON.stringify([...erased]));
}

/**
 * Removes claims from every table and index, including history. Only their ids stay in the changelog, and without `keepsIds` not even those: the id of text
 * that became secret is a hash that can be guessed. Run it in a transaction, and {@link rewriteDatabase} after it.
 */
export function eraseClaims(
  db: Sqlite.Database,
  rows: readonly { readonly key: number; readonly id: string }[],
  indexes: readonly ClaimIndex[],
  now: number,
  keepsIds = true,
): void {
  const keys = rows.map(({ key }) => key);
  if (keepsIds) keepPlaces(db, keys);
  forgetChanges(db, notesOf(db, keys));
  for (const index of indexes) index.remove(db, keys);
  const log = prepareQuery(db, 'log');
  if (keepsIds) for (const { key, id } of rows) log.run(now, key, 'erased', null, JSON.stringify({ id }));
  deleteClaims(db, keys);
  sweepTerms(db);
  setUnwritten(db, true);
}

/** Stores each claim's note until it is read again: the erasing entry means this place, not another claim that says the same. */
function keepPlaces(db: Sqlite.Database, keys: readonly number[]): void {
  prepareQuery(db, 'keepPlaces').run(JSON.stringify(keys));
}

function notesOf(db: Sqlite.Database, keys: readonly number[]): number[] {
  return prepareValue(db, 'notesOfClaims').all(JSON.stringify(keys));
}

/** Erases immediately, without the ledger: only what {@link ErasureRequest} names, without its dependents. */
export function eraseNow(
  db: Sqlite.Database,
  request: ErasureRequest & { readonly clearIndexes?: boolean; readonly keepsIds?: boolean },
  indexes: readonly ClaimIndex[],
  { now, hash }: { readonly now: number; readonly hash: Blake3 },
): void {
  db.transaction(() => {
    const rows = findErased(db, new Set(request.claimIds as readonly ClaimId[] | undefined));
    if (rows.length > 0) eraseClaims(db, rows, indexes, now, request.keepsIds);
    dropNotes(db, request.notePaths ?? []);
    if (request.clearIndexes === true) {
      for (const index of indexes) index.clear(db);
      prepareQuery(db, 'emptyIndexes').run();
    }
    chainChangelog(db, hash);
  }).immediate();
  rewriteDatabase(db, indexes);
}

const OF_NOTES = ['removeAliases', 'removeSegments', 'removeMatches'] as const;

/** Removes the data of notes without claims from the store. */
function dropNotes(db: Sqlite.Database, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const list = JSON.stringify(paths);
  for (const name of OF_NOTES) prepareQuery(db, name).run(list);
  prepareQuery(db, 'forgetFailures').run(list);
  prepareQuery(db, 'removeEmptyNotes').run(list);
  sweepTerms(db);
  setUnwritten(db, true);
}

/**
 * Rewrites every page of the file and empties the log, so that no page contains erased data. Does nothing if this was done since the last erasure. Must not run
 * in a transaction.
 */
export function rewriteDatabase(db: Sqlite.Database, indexes: readonly ClaimIndex[]): void {
  if (readMeta(db, 'unwritten_erasure') !== 1) return;
  db.transaction(() => {
    for (const index of indexes) index.rewrite?.(db);
  }).immediate();
  db.exec('VACUUM');
  setUnwritten(db, false);
  db.pragma('wal_checkpoint(TRUNCATE)');
}

/** Stored in the database, so that the next run finishes after a crash. */
function setUnwritten(db: Sqlite.Database, unwritten: boolean): void {
  if (!unwritten) forgetMeta(db, 'unwritten_erasure');
  else writeMeta(db, 'unwritten_erasure', 1);
}
