import type { ClaimId } from '@memora/core';
import { bandCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ChangelogEntry, IndexFailure, NoteFilter, StoredNote } from '../claim-store.ts';
import { prepareQuery, prepareValue, type Row } from '../queries/prepare-query.ts';
import { parseStoredRecord } from './parse-stored.ts';

/** More entries than a changelog has. */
export const EVERY_ENTRY: number = Number.MAX_SAFE_INTEGER;

/** Returns every existing note by path. */
export function readNotes(db: Sqlite.Database, { status, noteId, type }: NoteFilter): StoredNote[] {
  const [ofStatus, ofType] = [status ?? null, type ?? null];
  const rows =
    noteId !== undefined
      ? prepareQuery(db, 'notesOfId').iterate(ofStatus, ofType, noteId)
      : ofStatus === null && ofType === null
        ? prepareQuery(db, 'notesListed').iterate()
        : prepareQuery(db, 'notesFiltered').iterate(ofStatus, ofType);
  // One row at a time: all rows of a large vault together with its notes need twice the memory.
  return Array.from(rows, toStoredNote);
}

/** Returns the note of a row. */
export function toStoredNote(row: Row<'notesListed'>): StoredNote {
  return {
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
    gated: parseStoredRecord(row.gated) as Record<string, number>,
  };
}

export function readFailures(db: Sqlite.Database): IndexFailure[] {
  return prepareQuery(db, 'failures').all().map(toFailure);
}

/** Returns the failure of a row. */
export function toFailure({ path, code, reason, attempts, at }: Row<'failures'>): IndexFailure {
  return { notePath: path, code, reason, attempts, at: new Date(at).toISOString() };
}

/** Returns the row key of a claim, including erased ones; -1 if the changelog does not know it. */
function keyOfLogged(db: Sqlite.Database, id: string): number {
  return prepareValue(db, 'keyOfClaim').get(id) ?? prepareValue(db, 'keyOfErased').get(id) ?? -1;
}

export function readChangelog(
  db: Sqlite.Database,
  {
    claimId,
    after = -1,
    limit = EVERY_ENTRY,
  }: { readonly claimId?: string; readonly after?: number; readonly limit?: number },
): ChangelogEntry[] {
  const rows =
    claimId === undefined
      ? prepareQuery(db, 'changelogAfter').all(after, limit)
      : prepareQuery(db, 'changelogOf').all(keyOfLogged(db, claimId), after, limit);
  return rows.map(toChangelogEntry);
}

/** Returns the entry of a row. */
export function toChangelogEntry(row: Row<'changelogAfter'>): ChangelogEntry {
  return {
    sequence: row.sequence,
    at: new Date(row.at).toISOString(),
    claimId: row.claim_id as ClaimId,
    kind: row.kind,
    relatedId: row.related_id as ClaimId | null,
    detail: parseStoredRecord(row.detail),
  };
}
