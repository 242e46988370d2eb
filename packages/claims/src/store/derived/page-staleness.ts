import type { ClaimId } from '@memora/core';
import { statusCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { StalePath } from '../../relate/provenance-graph.ts';
import { prepareQuery, prepareValue, type Row } from '../queries/prepare-query.ts';

const [CURRENT, STALE] = [statusCodes.toCode('current'), statusCodes.toCode('stale')];

/** A sentence of a page, and an invalid claim that it depends on. */
export type FallenRow = Row<'fallenUnderPages'>;

/**
 * Returns the stale sentences of pages, each with the path from the invalid claim. `paths` are those of the claims under them; `revalidated` are the sentences
 * that a person accepted, with the invalid claims that were accepted.
 */
export function readPageStaleness(
  db: Sqlite.Database,
  paths: readonly StalePath[],
  revalidated: ReadonlyMap<ClaimId, ReadonlySet<ClaimId>>,
): StalePath[] {
  return toPageStaleness(readFallen(db, revalidated), paths);
}

/** Returns the stale sentences of pages; `paths` are those of the claims under them. */
export function toPageStaleness(
  fallen: ReadonlyMap<ClaimId, FallenRow>,
  paths: readonly StalePath[],
): StalePath[] {
  const pathById = new Map(paths.map((path) => [path.claimId, path.path]));
  return [...fallen].map(([id, { source }]) => ({
    claimId: id,
    path: [...(pathById.get(source as ClaimId) ?? [source as ClaimId]), id],
  }));
}

/** Updates the stale status of the sentences of all pages or of one page. Returns how many are stale. */
export function writePageStaleness(
  db: Sqlite.Database,
  revalidated: ReadonlyMap<ClaimId, ReadonlySet<ClaimId>>,
  page: number | null = null,
): number {
  const fallen = readFallen(db, revalidated, page);
  const keys = new Set([...fallen.values()].map(({ key }) => key));
  const marked =
    page === null ? prepareValue(db, 'staleSentences').all() : prepareValue(db, 'staleSentencesOf').all(page);
  const set = prepareQuery(db, 'setStatus');
  for (const key of marked) if (!keys.delete(key)) set.run(CURRENT, key);
  for (const key of keys) set.run(STALE, key);
  return fallen.size;
}

function readFallen(
  db: Sqlite.Database,
  revalidated: ReadonlyMap<ClaimId, ReadonlySet<ClaimId>>,
  page: number | null = null,
): Map<ClaimId, FallenRow> {
  const rows =
    page === null
      ? prepareQuery(db, 'fallenUnderPages').all()
      : prepareQuery(db, 'fallenUnderPage').all(page);
  return firstFallen(rows, revalidated);
}

/** Returns, for each sentence, the first invalid claim under it that nobody has accepted, in row order. */
export function firstFallen(
  rows: readonly FallenRow[],
  revalidated: ReadonlyMap<ClaimId, ReadonlySet<ClaimId>>,
): Map<ClaimId, FallenRow> {
  const first = new Map<ClaimId, FallenRow>();
  for (const row of rows) {
    const [id, source] = [row.id as ClaimId, row.source as ClaimId];
    if (first.has(id) || revalidated.get(id)?.has(source) === true) continue;
    first.set(id, row);
  }
  return first;
}
