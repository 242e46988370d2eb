import type { Blake3 } from '@memora/core';
import { retryConflict } from '../../connect/retry-conflict.ts';
import { teamError } from '../../connect/team-error.ts';
import { transactionAs } from '../../connect/transaction-as.ts';
import { ask, askOne } from '../../queries/ask.ts';
import { callFunction } from '../../queries/call-function.ts';
import { shownKind } from '../../stored/shown-kind.ts';
import { auditWithin } from '../../team/audit.ts';
import type { Acting } from '../../team/members.ts';
import { openScope } from '../../team/open-scope.ts';
import { readScopes, type ScopeKind } from '../../team/scopes.ts';
import { writeStaged } from '../note-heads.ts';
import { checkNotePath } from '../note-path.ts';
import { toBlob } from '../seal-blob.ts';
import type { PushMark } from './note-exchange.ts';

/** A piece of a pushed note: the whole note, or the part that begins at `offset`. */
interface StagedPiece {
  readonly kind: ScopeKind;
  readonly path: string;
  readonly expected: number;
  /** Null deletes the note. */
  readonly note: {
    readonly hash: Buffer;
    readonly sealed: boolean;
    readonly print: Buffer | null;
    /** Bytes of the whole note. */
    readonly size: number;
    readonly offset: number;
    readonly bytes: Buffer;
  } | null;
}

/** The maximum that a principal may have staged at the same time. */
const MOST_STAGED = { bytes: 256 * 1024 * 1024, notes: 100_000 };
const LONGEST_MS = 300_000;
/** Rows per list. */
export const STAGED_AT_ONCE = 4_000;

const OF_PUSH = 'principal = $1 AND push = $2';

/**
 * Stores pieces of a push until it is committed. A complete note is checked against its hash, and a note with secret text must be sealed.
 * Throws `TEAM_BLOB_ALTERED`, `TEAM_KEY_MISSING`, `PUSH_INCOMPLETE` for a piece that does not continue an earlier one, `PUSH_TOO_LARGE`.
 */
export function stageNotes(
  push: Buffer,
  pieces: readonly StagedPiece[],
  { source, principal, workspace, hash }: Acting & { readonly hash: Blake3 },
): Promise<void> {
  const check = (path: string, bytes: Buffer, note: NonNullable<StagedPiece['note']>): void => {
    // Without a key, `toBlob` refuses a note with secret text and names it.
    const found = note.sealed
      ? Buffer.from(hash(bytes))
      : toBlob(path, bytes, { hash, codec: undefined }).hash;
    if (!found.equals(note.hash) || note.sealed !== (note.print !== null)) throw altered(path);
  };
  return transactionAs(source, { role: 'write', principal, workspace }, async (db) => {
    const ids = new Map<ScopeKind, number>();
    for (const kind of new Set(pieces.map((piece) => piece.kind)))
      ids.set(kind, (await openScope(db, kind, { source, principal, workspace })).id);
    await callFunction(db, 'clear_staged', Buffer.alloc(0));
    for (const { kind, path, expected, note } of pieces) {
      const at = [ids.get(kind) as number, principal.name, push, checkNotePath(path)] as const;
      if (note === null) {
        await ask(db, 'stageNote', ...at, expected, null, null, null, 0, null, true);
        continue;
      }
      const { offset, bytes, size, sealed, print } = note;
      const isWhole = offset === 0 && bytes.length === size;
      if (offset + bytes.length > size) throw altered(path);
      if (isWhole) check(path, bytes, note);
      if (offset === 0) {
        await ask(db, 'stageNote', ...at, expected, note.hash, sealed, print, size, bytes, isWhole);
        continue;
      }
      const added = await askOne(db, 'stagePiece', ...at, bytes, offset, note.hash);
      if (added === undefined)
        throw incomplete(`a piece of ${JSON.stringify(path)} does not continue an earlier one`);
      if (added.length < size) continue;
      const row = await askOne(db, 'endStaging', ...at);
      check(path, row?.bytes ?? Buffer.alloc(0), note);
    }
    const sum = await askOne(db, 'sizeOfStaged', principal.name);
    if (sum !== undefined && (sum.notes > MOST_STAGED.notes || sum.bytes > MOST_STAGED.bytes))
      throw teamError(
        'PUSH_TOO_LARGE',
        'the push is larger than one push may be',
        'Push a part of the folder first. Unfinished pushes are removed after a day.',
      );
  });
}

/** Lists the complete notes of a push by scope and path, after `after`. */
export function listStaged(
  push: Buffer,
  after: number,
  { source, principal, workspace }: Acting,
): Promise<{ readonly kind: ScopeKind; readonly path: string }[]> {
  return transactionAs(source, { role: 'write', principal, workspace }, (db) =>
    db.query(
      `SELECT ${shownKind('s')} AS kind, t.path FROM memora.staged t JOIN memora.scope s ON s.id = t.scope
       WHERE t.${OF_PUSH} AND t.is_whole ORDER BY t.scope, t.path OFFSET $3 LIMIT ${STAGED_AT_ONCE}`,
      [principal.name, push, after],
    ),
  );
}

/** Thrown to roll back a transaction. */
const UNDONE = Symbol('undone');

/**
 * Commits a staged push completely or not at all. Returns the shown paths of notes that somebody else has changed in the meantime; if there are any,
 * nothing was written. Throws `PUSH_INCOMPLETE` if the number of notes differs from what the caller sent, `NOTE_ERASED`.
 */
export async function commitPush(
  push: Buffer,
  { notes, ...mark }: PushMark & { readonly notes: number },
  { source, principal, workspace }: Acting,
): Promise<{ readonly moved: readonly { readonly kind: ScopeKind; readonly path: string }[] }> {
  const moved: { readonly kind: ScopeKind; readonly path: string }[] = [];
  const write = () =>
    transactionAs(
      source,
      { role: 'write', principal, workspace },
      async (db) => {
        moved.length = 0;
        const scopes = await readScopes(db);
        const staged = await ask(db, 'stagedNotes', principal.name, push);
        const whole = staged.filter((note) => note.is_whole).length;
        if (staged.length !== notes || whole < notes)
          throw incomplete(`${whole} of ${notes} notes have arrived`);
        for (const [id, rows] of Map.groupBy(staged, ({ scope }) => scope)) {
          const { kind } = scopes.find((scope) => scope.id === id) as { readonly kind: ScopeKind };
          const reached = await writeStaged(db, id, push, {
            ...{ author: principal.name, via: mark.via ?? 'push', sourceCommit: mark.sourceCommit },
          });
          moved.push(...rows.flatMap(({ path }) => (reached.has(path) ? [] : [{ kind, path }])));
          const detail = { outcome: 'ok', scope: kind, notes: rows.length };
          await auditWithin(db, [{ act: 'team push', detail }]);
        }
        if (moved.length > 0) throw UNDONE;
        await callFunction(db, 'clear_staged', push);
      },
      { timeout: LONGEST_MS },
    );
  try {
    await retryConflict(write);
  } catch (error) {
    if (error !== UNDONE) throw error;
  }
  return { moved };
}

function altered(path: string) {
  return teamError(
    'TEAM_BLOB_ALTERED',
    `the bytes of ${JSON.stringify(path)} do not match its hash`,
    'Push again with the command line of the same version.',
  );
}

function incomplete(why: string) {
  return teamError('PUSH_INCOMPLETE', why, 'Push again: what has arrived is not sent again.');
}
