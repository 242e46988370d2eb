import type { ClaimId } from '@memora/core';
import { sql } from 'kysely';
import { bandCodes } from '../../model/codes.ts';
import { DERIVED_NOTE } from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ChangelogEntry, IndexFailure, NoteFilter, StoredNote } from '../claim-store.ts';
import { queries, runQuery } from '../open/query-builder.ts';
import { parseStoredRecord } from './parse-stored.ts';

/** Every note that is there, by path, with how many claims it has. */
export function readNotes(db: Sqlite.Database, { status, noteId, type }: NoteFilter): StoredNote[] {
  let query = queries
    .selectFrom('note')
    .innerJoin('term', 'term.key', 'note.extractor')
    .selectAll('note')
    .select('term.text as extractor_text')
    .select((eb) =>
      eb
        .selectFrom('claim')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('claim.note', '=', 'note.key')
        .where('claim.recorded_until', 'is', null)
        .as('claims'),
    )
    .where('note.gone_at', 'is', null)
    .where('note.type', 'is not', DERIVED_NOTE)
    .orderBy('note.path');
  if (status !== undefined) query = query.where('note.status', '=', status);
  if (noteId !== undefined) query = query.where('note.note_id', '=', noteId);
  if (type !== undefined) query = query.where('note.type', '=', type);
  return runQuery(db, query).map((row) => ({
    path: row.path,
    noteId: row.note_id,
    declaredId: row.declared_id,
    title: row.title,
    region: row.region,
    band: bandCodes.toName(row.band),
    type: row.type,
    status: row.status as StoredNote['status'],
    size: row.size,
    mtimeMs: row.mtime,
    contentHash: row.hash.toString('hex'),
    firstSeen: new Date(row.first_seen).toISOString(),
    indexedAt: new Date(row.indexed_at).toISOString(),
    extractor: row.extractor_text,
    segments: row.segments,
    claims: row.claims ?? 0,
    gated: parseStoredRecord(row.gated) as Record<string, number>,
  }));
}

export function readFailures(db: Sqlite.Database): IndexFailure[] {
  return runQuery(db, queries.selectFrom('failure').selectAll().orderBy('path')).map((row) => ({
    notePath: row.path,
    code: row.code,
    reason: row.reason,
    attempts: row.attempts,
    at: new Date(row.at).toISOString(),
  }));
}

const claimIdOfEntry = sql<string>`coalesce(claim.id, json_extract(erasure.detail, '$.id'))`;

/** The row key of a claim, also of one that was erased; -1 where the changelog knows none. */
function keyOfLogged(db: Sqlite.Database, id: string): number {
  const live = db.prepare<[string], number>('SELECT key FROM claim WHERE id = ?').pluck().get(id);
  const erased = "SELECT claim FROM changelog WHERE kind = 'erased' AND json_extract(detail, '$.id') = ?";
  return live ?? db.prepare<[string], number>(erased).pluck().get(id) ?? -1;
}

export function readChangelog(
  db: Sqlite.Database,
  filter: { readonly claimId?: string; readonly after?: number; readonly limit?: number },
): ChangelogEntry[] {
  let query = queries
    .selectFrom('changelog')
    .leftJoin('claim', 'claim.key', 'changelog.claim')
    // Of an erased claim the entry about its erasure keeps the id.
    .leftJoin('changelog as erasure', (join) =>
      join.onRef('erasure.claim', '=', 'changelog.claim').on('erasure.kind', '=', 'erased'),
    )
    .leftJoin('claim as other', 'other.key', 'changelog.related')
    .select(['changelog.sequence', 'changelog.at', 'changelog.kind', 'changelog.detail'])
    .select((build) => [claimIdOfEntry.as('claim_id'), build.ref('other.id').as('related_id')])
    .where(claimIdOfEntry, 'is not', null)
    .orderBy('changelog.sequence');
  if (filter.claimId !== undefined)
    query = query.where('changelog.claim', '=', keyOfLogged(db, filter.claimId));
  if (filter.after !== undefined) query = query.where('changelog.sequence', '>', filter.after);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  return runQuery(db, query).map((row) => ({
    sequence: row.sequence,
    at: new Date(row.at).toISOString(),
    claimId: row.claim_id as ClaimId,
    kind: row.kind,
    relatedId: row.related_id as ClaimId | null,
    detail: parseStoredRecord(row.detail),
  }));
}
