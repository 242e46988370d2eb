import type { SqliteClaimStore } from '@memora/claims';
import { type ChangedRows, PUBLISHED_TABLES, type PublishedTable, writeMeta } from '@memora/claims/internal';
import { fromStored } from '../publish/value-codec.ts';

/** The row of `meta` with the epoch of a publication and its live claims, without sentences of pages. */
const NAME = 'published_claims';
const META = PUBLISHED_TABLES.find(({ name }) => name === 'meta') as PublishedTable;
const VALUE = META.columns.find(({ name }) => name === 'value') as PublishedTable['columns'][number];

/**
 * Writes the total into a worker's store, and returns the row to publish with that epoch. A worker knows the total after each run, so nobody counts the rows of
 * a large scope.
 */
export function putClaimTotal({ database }: SqliteClaimStore, epoch: number, claims: number): ChangedRows {
  const value = `${epoch} ${claims}`;
  writeMeta(database, NAME, value);
  return { table: META, rows: [[NAME, value]], gone: [] };
}

/** The SQL of the row's value, for the scope that is a statement's first value. */
export const CLAIM_TOTAL = `(SELECT value FROM memora.meta WHERE scope = $1 AND name = '${NAME}')`;

/** Returns the live claims of a publication from that value; null if none was written with its epoch. */
export function readClaimTotal(value: Buffer | null, epoch: number): number | null {
  const [of, claims] = String(fromStored(VALUE, value)).split(' ').map(Number);
  return of === epoch && claims !== undefined ? claims : null;
}
