import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { ask, askOne } from '../queries/ask.ts';
import { shownKind } from '../stored/shown-kind.ts';
import { readScopes, readShownPath, scopeOf } from '../team/scopes.ts';
import type { ReadNoteOptions } from './read-note.ts';
import { openBlob, type StoredBlob } from './seal-blob.ts';
import { type WrittenNote, writeTeamNote } from './write-team-note.ts';

/** A version of a note: its author, client and time. */
export interface NoteVersion {
  readonly version: number;
  readonly author: string;
  readonly via: string;
  readonly sourceCommit: string | null;
  /** ISO 8601, by the database's clock. */
  readonly at: string;
  /** True if this version deleted the note. */
  readonly isRemoval: boolean;
}

/** The newest version of an existing note: its number, author and time. */
export type NewestVersion = Pick<NoteVersion, 'version' | 'author' | 'at'>;

/** Returns the newest version of each of these notes, by shown path, that the principal may read. Deleted, unknown and unreadable ones are left out. */
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

const MOST_LISTED = 1000;

/** Lists the versions of a note, newest first, at most 1,000. Throws `NOTE_NOT_FOUND` both for an unreadable note and for one that never existed. */
export function listNoteVersions(
  shown: string,
  { source, principal, workspace }: Pick<ReadNoteOptions, 'source' | 'principal' | 'workspace'>,
): Promise<NoteVersion[]> {
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
    const { kind, path } = readShownPath(shown);
    const { id } = scopeOf(await readScopes(db), kind);
    const rows = await ask(db, 'versionsOf', id, path, MOST_LISTED);
    if (rows.length === 0) throw notFound(shown);
    return rows.map(({ hash, at, source_commit: sourceCommit, ...row }) => ({
      ...row,
      sourceCommit,
      isRemoval: hash === null,
      at: at.toISOString(),
    }));
  });
}

/**
 * Restores an earlier version of a note by writing its bytes as a new version. Throws `NOTE_NOT_FOUND` if there is no such version or its bytes are
 * gone; `NOTE_CHANGED` if somebody writes at the same time.
 */
export async function restoreNoteVersion(
  shown: string,
  version: number,
  options: ReadNoteOptions,
): Promise<WrittenNote> {
  const { source, principal, workspace } = options;
  const { bytes, current, memories } = await transactionAs(
    source,
    { role: 'ask', principal, workspace },
    async (db) => {
      const { kind, path } = readShownPath(shown);
      const { id } = scopeOf(await readScopes(db), kind);
      const found = await askOne(db, 'bytesOfVersion', id, path, version);
      if (found === undefined) throw notFound(shown);
      return { ...found, bytes: openBlob(shown, found as StoredBlob, options) };
    },
  );
  const [memory] = memories?.split(' ') ?? [];
  const learned = memory === undefined ? undefined : { memories: [memory], code: 'restored' };
  return writeTeamNote(shown, bytes, current, { ...options, via: 'restore', learned });
}

function notFound(shown: string) {
  return teamError(
    'NOTE_NOT_FOUND',
    `there is no such version of ${JSON.stringify(shown)}`,
    'Name a note as it is shown, and a version of `memora team history NOTE`.',
  );
}
