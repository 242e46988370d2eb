import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { shownKind } from '../stored/shown-kind.ts';
import { readScopes, readShownPath, scopeOf } from '../team/scopes.ts';
import type { ReadNoteOptions } from './read-note.ts';
import { openBlob, type StoredBlob } from './seal-blob.ts';
import { type WrittenNote, writeTeamNote } from './write-team-note.ts';

/** A version of a note: who wrote it, through what and when. */
export interface NoteVersion {
  readonly version: number;
  readonly author: string;
  readonly via: string;
  readonly sourceCommit: string | null;
  /** ISO 8601, by the clock of the database. */
  readonly at: string;
  /** True where the note was deleted with it. */
  readonly isRemoval: boolean;
}

/** The newest version of a note that is there: its number, who wrote it, and when. */
export type NewestVersion = Pick<NoteVersion, 'version' | 'author' | 'at'>;

/** Of these notes, by their paths as they are shown, the newest version of each that the principal may read. Those that are deleted, were never there or are another's are left out. */
export async function readNewestVersions(
  paths: Iterable<string>,
  { source, principal, workspace }: Pick<ReadNoteOptions, 'source' | 'principal' | 'workspace'>,
): Promise<ReadonlyMap<string, NewestVersion>> {
  const shown = [...new Set(paths)];
  if (shown.length === 0) return new Map();
  const asked = shown.map(readShownPath);
  const rows: [number, number, string, Date][] = await transactionAs(
    source,
    { role: 'ask', principal, workspace },
    (db) =>
      db.rows(
        `SELECT w.i::int, h.version, v.author, v.at FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w (kind, path, i),
           LATERAL (SELECT id FROM memora.scope WHERE id = ANY ((SELECT memora.visible_scopes())::int[]) AND ${shownKind('scope')} = w.kind ORDER BY id LIMIT 1) AS s,
           LATERAL (SELECT version FROM memora.head WHERE scope = s.id AND path = w.path AND hash IS NOT NULL LIMIT 1) AS h,
           LATERAL (SELECT author, at FROM memora.version WHERE scope = s.id AND path = w.path AND version = h.version LIMIT 1) AS v`,
        [asked.map(({ kind }) => kind), asked.map(({ path }) => path)],
      ),
  );
  return new Map(
    rows.map(([i, version, author, at]) => [
      shown[i - 1] as string,
      { version, author, at: at.toISOString() },
    ]),
  );
}

/** The versions of a note, newest first, 1,000 at most. Throws `NOTE_NOT_FOUND` for one that the principal may not read as for one that never was. */
export function listNoteVersions(
  shown: string,
  { source, principal, workspace }: Pick<ReadNoteOptions, 'source' | 'principal' | 'workspace'>,
): Promise<NoteVersion[]> {
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
    const { kind, path } = readShownPath(shown);
    const { id } = scopeOf(await readScopes(db), kind);
    const rows = await db.query<Omit<NoteVersion, 'at'> & { at: Date }>(
      `SELECT version, author, via, source_commit AS "sourceCommit", at, hash IS NULL AS "isRemoval" FROM memora.version
       WHERE scope = $1 AND path = $2 ORDER BY version DESC LIMIT 1000`,
      [id, path],
    );
    if (rows.length === 0) throw notFound(shown);
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  });
}

/**
 * Makes an earlier version of a note its newest one: another version with the same bytes. Throws `NOTE_NOT_FOUND` where there is none, or nothing of it is kept;
 * `NOTE_CHANGED` where somebody writes meanwhile.
 */
export async function restoreNoteVersion(
  shown: string,
  version: number,
  options: ReadNoteOptions,
): Promise<WrittenNote> {
  const { source, principal, workspace } = options;
  const { bytes, current } = await transactionAs(
    source,
    { role: 'ask', principal, workspace },
    async (db) => {
      const { kind, path } = readShownPath(shown);
      const { id } = scopeOf(await readScopes(db), kind);
      const [found] = await db.query<StoredBlob & { readonly current: number }>(
        `SELECT v.hash, b.bytes, b.sealed, h.version AS current FROM memora.version v
         JOIN memora.blob b ON b.scope = v.scope AND b.hash = v.hash JOIN memora.head h ON h.scope = v.scope AND h.path = v.path
         WHERE v.scope = $1 AND v.path = $2 AND v.version = $3`,
        [id, path, version],
      );
      if (found === undefined) throw notFound(shown);
      return { bytes: openBlob(shown, found, options), current: found.current };
    },
  );
  return writeTeamNote(shown, bytes, current, { ...options, via: 'restore' });
}

function notFound(shown: string) {
  return teamError(
    'NOTE_NOT_FOUND',
    `there is no such version of ${JSON.stringify(shown)}`,
    'Name a note as it is shown, and a version of `memora team history NOTE`.',
  );
}
