import { join } from 'node:path';
import type { SqliteClaimStore } from '@memora/claims';
import { appendToLedger, cleanLedger, LEDGER_FILE } from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import {
  makeFolder,
  placeAt,
  placeIn,
  readPlainFile,
  removeFile,
  writeWholeFile,
} from '@memora/privacy/files';
import type { Connection } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { checkNotePath } from '../notes/note-path.ts';
import { openTeamNotes } from '../notes/open-team-notes.ts';
import type { ReadNoteOptions } from '../notes/read-note.ts';
import { openBlob, type StoredBlob } from '../notes/seal-blob.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { askOne } from '../queries/ask.ts';
import { callFunction } from '../queries/call-function.ts';
import { auditWithin } from '../team/audit.ts';
import { readScopes, readShownPath, type ScopeKind, scopeOf, shownPath } from '../team/scopes.ts';
import { markOfOriginal, printOfOriginal } from '../uploads/upload-about.ts';
import { findMerged, type MergedNote } from './find-merged.ts';
import { originOfNote } from './origin-of-note.ts';
import { type FoundWords, searchTables, wordsOf } from './search-tables.ts';

export interface EraseNoteOptions extends ReadNoteOptions {
  readonly database: string;
  /** Where a worker of this machine keeps its folders. */
  readonly folder: string;
  /** Days after which no backup, replica or log contains erased text; null if not configured. */
  readonly backupHorizon: number | null;
  readonly now?: () => Date;
}

/** The content that an erasure removed, and the date after which the rest expires. */
export interface TeamErasure {
  readonly path: string;
  /** All paths that were erased, including earlier paths of the note. */
  readonly paths: readonly string[];
  readonly versions: number;
  readonly claimIds: readonly string[];
  /** The epoch of the publication without them. */
  readonly epoch: number;
  /**
   * Remaining words that nothing else in the scope contains, by table; normally empty. A worker may have
   * merged other memories with the erased one. Rows of `head` are notes that still say the same. Rows of
   * `version` are notes that once did and have been edited since, or were merged through an edited note. You
   * decide about them.
   */
  readonly found: readonly FoundWords[];
  /** The date after which no backup, replica or log contains it, ISO 8601; null without a configured horizon. */
  readonly goneBy: string | null;
}

interface Version {
  readonly path: string;
  readonly version: number;
  readonly via: string | null;
  readonly blob: StoredBlob;
}

const DAY_MS = 86_400_000;

/**
 * Erases a note of a team, with the memories that a worker removed as its copies: first its claims are
 * recorded in the ledger, then its versions, bytes and published rows are removed, and the tables are
 * searched for its words. An interrupted erasure is completed by the next worker on the scope, or by another
 * call. For administrators, and for the owner of a user's scope. Throws `NOTE_NOT_FOUND`,
 * `TEAM_RIGHTS_MISSING`, `TEAM_SCOPE_HELD`.
 */
export async function eraseTeamNote(shown: string, options: EraseNoteOptions): Promise<TeamErasure> {
  const { source, principal, workspace } = options;
  const { kind, path } = readShownPath(shown);
  checkNotePath(path);
  const scope = await transactionAs(source, { role: 'ask', principal, workspace }, async (db) =>
    scopeOf(await readScopes(db), kind),
  );
  let same = await readSame(options, scope.id, path);
  if (same.versions.length === 0 && !(await isPublished(options, scope.id, path)))
    throw teamError(
      'NOTE_NOT_FOUND',
      `there is no note ${JSON.stringify(shown)}`,
      'Name one that was pushed.',
    );
  let paths: readonly string[] = [path];
  const claimIds: string[] = [];
  const report = await workOnScope({
    ...options,
    scope: scope.id,
    wait: 60_000,
    before: async (store) => {
      // A worker may have merged memories until now. No worker does while this lease is held.
      same = await readSame(options, scope.id, path);
      // The round itself removes what an interrupted erasure left.
      if (same.versions.length === 0) return;
      paths = [...new Set(same.versions.map((version) => version.path))].sort();
      const plan = await store.planErasure({ notePaths: paths });
      claimIds.push(...plan.claims.map(({ claim }) => claim.id));
      await decide(store, claimIds, shownPath(kind, LEDGER_FILE), options);
      const contents = keyedPrints(same.versions, options);
      await transactionAs(source, { role: 'admin', principal, workspace }, async (db) => {
        for (const each of paths)
          await callFunction(db, 'erase_note', scope.id, each, contents.get(each) ?? []);
        const detail = { outcome: 'ok', scope: kind, notes: paths.length, claimIds };
        await auditWithin(db, [{ act: 'team erase', detail }]);
      });
      await store.erase({ claimIds, notePaths: paths }, options.now?.());
    },
  });
  // The search sends words to the database. Words of a sealed note were never there in clear, and are not
  // sent now either.
  const words = same.versions.flatMap(({ blob: { bytes, sealed } }) =>
    bytes === null || sealed ? [] : wordsOf(bytes.toString()),
  );
  const found = [
    ...toFound('head', same.current, kind),
    ...toFound('version', same.rewritten, kind),
    ...(await searchTables(options, scope.id, words)),
  ];
  const { backupHorizon } = options;
  const now = options.now?.() ?? new Date();
  return {
    path: shown,
    paths: paths.map((each) => shownPath(kind, each)),
    versions: same.versions.length,
    claimIds,
    epoch: report.epoch,
    found,
    goneBy: backupHorizon === null ? null : new Date(now.getTime() + backupHorizon * DAY_MS).toISOString(),
  };
}

function toFound(table: string, paths: readonly string[], kind: ScopeKind): FoundWords[] {
  return paths.length === 0
    ? []
    : [{ table, rows: paths.length, paths: paths.map((each) => shownPath(kind, each)) }];
}

/**
 * Keyed digests of sealed versions, to recognise their text: the database has only the sealed bytes, which
 * differ each time. Also returns digests of the documents that versions were read from, so that no upload
 * restores them. Throws `TEAM_KEY_MISSING` for a sealed version of an upload that can't be opened.
 */
function keyedPrints(versions: readonly Version[], options: EraseNoteOptions): Map<string, Buffer[]> {
  const prints = new Map<string, Buffer[]>();
  const { codec } = options;
  for (const { path, blob, via } of versions) {
    if (blob.sealed && codec === undefined && via !== 'ingest') continue;
    const bytes = openUnaltered(path, blob, options);
    if (bytes === null) continue;
    const originHash = originOfNote(bytes);
    prints.set(path, [
      ...(prints.get(path) ?? []),
      ...(blob.sealed && codec !== undefined ? [Buffer.from(codec.fingerprint(bytes), 'hex')] : []),
      ...(originHash === null ? [] : [markOfOriginal(originHash)]),
      ...(originHash === null || codec === undefined ? [] : [printOfOriginal(originHash, codec)]),
    ]);
  }
  return prints;
}

/** The bytes of a version; null if somebody edited the row, which does not prevent an erasure. */
function openUnaltered(path: string, blob: StoredBlob, options: EraseNoteOptions): Buffer | null {
  try {
    return openBlob(path, blob, options);
  } catch (error) {
    if (MemoraError.isInstance(error) && error.code === 'TEAM_BLOB_ALTERED') return null;
    throw error;
  }
}

/** Checks whether a note without versions is still published. */
function isPublished(
  { source, principal, workspace }: EraseNoteOptions,
  scope: number,
  path: string,
): Promise<boolean> {
  return transactionAs(
    source,
    { role: 'ask', principal, workspace },
    async (db) => (await askOne(db, 'publishedNote', scope, path)) !== undefined,
  );
}

/** A note and the memories that a worker merged with it. */
interface SameNotes {
  /** Every version of the note and of the memories that are erased with it. */
  readonly versions: readonly Version[];
  /** Notes that still say the same. */
  readonly current: readonly string[];
  /** Notes that once said the same, and are not erased with it. */
  readonly rewritten: readonly string[];
}

function readSame(
  { source, principal, workspace }: EraseNoteOptions,
  scope: number,
  path: string,
): Promise<SameNotes> {
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
    const own = await readVersions(db, scope, path);
    const merged = await findMerged(db, scope, [...new Set(own.map((version) => version.path))]);
    const inState = (state: MergedNote['state']) =>
      merged.flatMap((each) => (each.state === state ? [each.path] : []));
    const versions = [...own];
    for (const retired of inState('retired'))
      versions.push(
        ...(await readVersions(db, scope, retired)).filter((version) => version.path === retired),
      );
    return { versions, current: inState('current'), rewritten: inState('rewritten') };
  });
}

/** Reads every version of the note, and of removed notes with the same bytes: the note had those paths earlier. */
async function readVersions(db: Connection, scope: number, path: string): Promise<Version[]> {
  type Row = StoredBlob & { path: string; version: number; via: string | null };
  const rows = await db.query<Row>(
    `SELECT v.path, v.version, v.via, v.hash, b.bytes, coalesce(b.sealed, false) AS sealed FROM memora.version v
     LEFT JOIN memora.blob b ON b.scope = v.scope AND b.hash = v.hash
     WHERE v.scope = $1 AND (v.path = $2 OR (v.path IN (SELECT o.path FROM memora.version o JOIN memora.version mine ON mine.scope = $1
         AND mine.path = $2 AND mine.hash = o.hash WHERE o.scope = $1)
       AND NOT EXISTS (SELECT 1 FROM memora.head h WHERE h.scope = $1 AND h.path = v.path AND h.hash IS NOT NULL)))
     ORDER BY v.path, v.version`,
    [scope, path],
  );
  return rows.map(({ path: at, version, via, ...blob }) => ({ path: at, version, via, blob }));
}

/** Records the claims in the scope's ledger, so that they stay erased if their text is pushed again; reasons that named them are removed. */
async function decide(
  store: SqliteClaimStore,
  claimIds: readonly string[],
  ledger: string,
  options: EraseNoteOptions,
): Promise<void> {
  if (claimIds.length === 0) return;
  const ids = claimIds as Parameters<SqliteClaimStore['markClaims']>[1];
  const marks = await store.markClaims('erase', ids);
  const notes = openTeamNotes({ ...options, via: 'erase' });
  const draft = join(options.folder, 'erasing');
  makeFolder(placeAt(draft));
  const read = await notes.readNote(ledger);
  const place = placeIn(draft, LEDGER_FILE);
  try {
    if (read !== null) await writeWholeFile(place, read.bytes, { mode: 0o600 });
    await cleanLedger(draft, new Set(ids), { dryRun: false, resolve: await store.targetResolver() });
    const time = (options.now?.() ?? new Date()).toISOString();
    await appendToLedger(draft, { time, verb: 'erase', claimIds: ids, marks, reason: 'erased' });
    await notes.replaceNote(ledger, readPlainFile(place) as Buffer, read?.version ?? 0);
  } finally {
    removeFile(place);
  }
}
