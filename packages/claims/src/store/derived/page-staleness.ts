import type { ClaimId } from '@memora/core';
import { edgeCodes, statusCodes } from '../../model/codes.ts';
import { DERIVED_NOTE } from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { StalePath } from '../../relate/provenance-graph.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

const [CURRENT, STALE] = [statusCodes.toCode('current'), statusCodes.toCode('stale')];
const FELL = ['superseded', 'stale', 'retracted']
  .map((name) => statusCodes.toCode(name as 'stale'))
  .join(', ');

/** Sentences of pages with the claims under them that do not hold any more, from the few pages there are. Their sources are no pages, so one step is all. */
const FALLEN_UNDER_PAGES = (which: string): string => `SELECT page.key, page.id, fell.id AS source
  FROM note CROSS JOIN claim page ON page.note = note.key CROSS JOIN edge ON edge.source = page.key AND edge.type = ${edgeCodes.toCode('derives')} AND edge.recorded_until IS NULL
  JOIN claim fell ON fell.key = edge.target AND (fell.recorded_until IS NOT NULL OR fell.status IN (${FELL}))
  WHERE note.type = '${DERIVED_NOTE}' ${which} ORDER BY page.id, fell.id`;

/** A sentence of a page, and a claim under it that does not hold any more. */
export interface FallenRow {
  readonly key: number;
  readonly id: ClaimId;
  readonly source: ClaimId;
}

/**
 * The stale sentences of pages, each with the way from what fell. `paths` are those of the claims under them; `revalidated` the
 * sentences that a person let stand, with what fell in spite of which they do.
 */
export function readPageStaleness(
  db: Sqlite.Database,
  paths: readonly StalePath[],
  revalidated: ReadonlyMap<ClaimId, ReadonlySet<ClaimId>>,
): StalePath[] {
  return toPageStaleness(readFallen(db, revalidated), paths);
}

/** The stale sentences of pages; `paths` are those of the claims under them. */
export function toPageStaleness(
  fallen: ReadonlyMap<ClaimId, FallenRow>,
  paths: readonly StalePath[],
): StalePath[] {
  const pathById = new Map(paths.map((path) => [path.claimId, path.path]));
  return [...fallen].map(([id, { source }]) => ({
    claimId: id,
    path: [...(pathById.get(source) ?? [source]), id],
  }));
}

/** Sets and clears the stale status of the sentences of pages, or of one page alone. Returns how many are stale. */
export function writePageStaleness(
  db: Sqlite.Database,
  revalidated: ReadonlyMap<ClaimId, ReadonlySet<ClaimId>>,
  page: number | null = null,
): number {
  const fallen = readFallen(db, revalidated, page);
  const keys = new Set([...fallen.values()].map(({ key }) => key));
  const marked = db
    .prepare<[], number>(
      `SELECT claim.key FROM note CROSS JOIN claim ON claim.note = note.key
       WHERE note.type = '${DERIVED_NOTE}' AND claim.status = ${STALE} ${page === null ? '' : `AND note.key = ${page}`}`,
    )
    .pluck()
    .all();
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
  const sql = FALLEN_UNDER_PAGES(page === null ? '' : `AND note.key = ${page}`);
  return firstFallen(db.prepare<[], FallenRow>(sql).all(), revalidated);
}

/** For each sentence the first claim under it that fell and in spite of which nobody let it stand; by the order of the rows. */
export function firstFallen(
  rows: readonly FallenRow[],
  revalidated: ReadonlyMap<ClaimId, ReadonlySet<ClaimId>>,
): Map<ClaimId, FallenRow> {
  const first = new Map<ClaimId, FallenRow>();
  for (const row of rows) {
    if (first.has(row.id) || revalidated.get(row.id)?.has(row.source) === true) continue;
    first.set(row.id, row);
  }
  return first;
}
