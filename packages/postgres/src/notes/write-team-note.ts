import type { Connection } from '../connect/connection.ts';
import { retryConflict } from '../connect/retry-conflict.ts';
import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { askOne } from '../queries/ask.ts';
import { findRepeated, type Repeats } from '../team/find-repeated.ts';
import { openScope } from '../team/open-scope.ts';
import { readShownPath, type ScopeKind, shownPath, type TeamScope } from '../team/scopes.ts';
import { type CallKey, type LearnedMark, writeNotes } from './note-heads.ts';
import { checkNotePath } from './note-path.ts';
import type { ReadNoteOptions } from './read-note.ts';
import { toBlob } from './seal-blob.ts';

/** The result of a write. */
export interface WrittenNote {
  /** The shown path. */
  readonly path: string;
  readonly version: number;
  readonly scope: ScopeKind;
  /** The scope's number in the database. */
  readonly scopeId: number;
  /** The epoch that includes this version at the latest, if a worker is running. */
  readonly epoch: number;
  /**
   * True if nothing was written now: the same call was made before under the same key, or a memory already
   * says the same.
   */
  readonly isRepeated: boolean;
}

export interface WriteNoteOptions extends ReadNoteOptions {
  /** The client of the write, stored with the version; `edit` by default. */
  readonly via?: string;
  /** Makes repeated calls count as one write. */
  readonly call?: CallKey | undefined;
  readonly learned?: LearnedMark | undefined;
  /** Nothing is written if a memory that the principal's agents have saved just now says the same. */
  readonly repeats?: Repeats | undefined;
  /** Runs in the same transaction. */
  readonly audit?: ((db: Connection, written: WrittenNote) => Promise<void>) | undefined;
}

/**
 * Writes a note if it still has the version that the writer saw (0 for a new note); null bytes delete it. A principal's own scope is created by its first
 * write. Throws `NOTE_CHANGED` with both versions in its cause, `CALL_KEY_REUSED`, `TEAM_RIGHTS_MISSING`.
 */
export async function writeTeamNote(
  shown: string,
  bytes: Uint8Array | null,
  expected: number,
  options: WriteNoteOptions,
): Promise<WrittenNote> {
  const { source, principal, workspace, call, learned, repeats, audit } = options;
  const { kind, path } = readShownPath(shown);
  const blob = bytes === null ? null : toBlob(checkNotePath(path), bytes, options);
  const mark = { author: principal.name, via: options.via ?? 'edit', call, learned };
  let repeated: WrittenNote | null = null;
  const writing = retryConflict(() =>
    transactionAs(source, { role: 'write', principal, workspace }, async (db) => {
      const scope = await openScope(db, kind, options);
      const before = call === undefined ? null : await findCall(db, scope.id, principal.name, call);
      if (before !== null) return toWritten(db, scope, { kind, ...before, isRepeated: true });
      const version = (await writeNotes(db, scope.id, [{ path, expected, blob }], mark)).get(path);
      if (version === undefined) throw await noteChanged(db, scope.id, shown, path, expected);
      if (repeats !== undefined) {
        const own = { path, author: principal.name };
        const said = await findRepeated(db, scope.id, own, { ...options, repeats });
        repeated = said === null ? null : await toWritten(db, scope, { kind, ...said, isRepeated: true });
        if (repeated !== null) throw UNDONE;
      }
      const written = await toWritten(db, scope, { kind, path, version, isRepeated: false });
      await audit?.(db, written);
      return written;
    }),
  );
  return writing.catch((error: unknown) => {
    if (error === UNDONE && repeated !== null) return repeated;
    throw error;
  });
}

/** Thrown to roll back a transaction. */
const UNDONE = Symbol('undone');

async function findCall(db: Connection, scope: number, author: string, { key, print }: CallKey) {
  const found = await askOne(db, 'versionOfCall', scope, author, key);
  if (found === undefined) return null;
  if (found.call_print?.equals(print)) return found;
  throw teamError(
    'CALL_KEY_REUSED',
    'another call was made under this key',
    'Make a key of its own for each note; give the same one only to repeat a call.',
  );
}

async function toWritten(
  db: Connection,
  { id }: TeamScope,
  {
    kind,
    path,
    version,
    isRepeated,
  }: { kind: ScopeKind; path: string; version: number; isRepeated: boolean },
): Promise<WrittenNote> {
  const row = await askOne(db, 'epochToCome', id);
  return {
    path: shownPath(kind, path),
    version,
    scope: kind,
    scopeId: id,
    epoch: row?.epoch ?? 1,
    isRepeated,
  };
}

async function noteChanged(db: Connection, scope: number, shown: string, path: string, seen: number) {
  const head = await askOne(db, 'headAt', scope, path);
  return changedError(shown, seen, head?.version ?? 0);
}

/** Returns the error for a write that names an outdated version; 0 means the note does not exist. */
export function changedError(shown: string, seen: number, current: number) {
  return teamError(
    'NOTE_CHANGED',
    `somebody else has changed ${JSON.stringify(shown)}: ${seen < 0 ? 'an earlier version' : `version ${seen}`} was seen, it has version ${current}`,
    'Read it again, and make your change in the current version.',
    Object.assign(new Error('the versions differ'), { seen, current }),
  );
}
