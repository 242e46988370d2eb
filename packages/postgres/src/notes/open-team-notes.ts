import type { Connection } from '../connect/connection.ts';
import { retryConflict } from '../connect/retry-conflict.ts';
import { teamError } from '../connect/team-error.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { readScopes, readShownPath, scopeOf, shownPath } from '../team/scopes.ts';
import { type NoteHead, readBlobs, readHeads, writeNotes } from './note-heads.ts';
import { checkNotePath } from './note-path.ts';
import type { ReadNoteOptions } from './read-note.ts';
import { openBlob, toBlob } from './seal-blob.ts';

/** A note as a list names it. Paths are as they are shown: `@me/…`, `@global/…`, and as they are in the workspace. */
export interface ListedNote {
  readonly path: string;
  /** Goes up by one with every write of the note. */
  readonly version: number;
}

/** A note with the version that whoever replaces it has to name. */
export interface VersionedNote extends ListedNote {
  readonly bytes: Buffer;
}

/** The notes that a principal sees, written one at a time. Nobody's text is lost: each write keeps a version, and none overwrites one that it has not seen. */
export interface TeamNotes {
  readonly scan: () => Promise<readonly ListedNote[]>;
  /** Null where there is no such note. The bytes were held against their address. */
  readonly readNote: (path: string) => Promise<VersionedNote | null>;
  /** Writes where the note has still the version that was read (0: there was none), and gives the new one. Throws `NOTE_CHANGED` elsewhere. */
  readonly replaceNote: (path: string, bytes: Uint8Array, expected: number) => Promise<number>;
  /** Writes a new note, under a free name beside the path where that is taken. Gives its path. */
  readonly captureNote: (path: string, bytes: Uint8Array) => Promise<string>;
  /** Deletes a note of this version; what it was is kept. Throws `NOTE_CHANGED`. */
  readonly removeNote: (path: string, expected: number) => Promise<void>;
}

export interface TeamNotesOptions extends ReadNoteOptions {
  /** Through what is written, kept with each version; `edit` by default. */
  readonly via?: string;
}

/** Opens the note store for a principal. Nothing is read until somebody asks. */
export function openTeamNotes(options: TeamNotesOptions): TeamNotes {
  const { source, principal, workspace } = options;
  const owner = { principal, workspace };
  const mark = { author: principal.name, via: options.via ?? 'edit' };
  const write = (shown: string, expected: number, bytes: Uint8Array | null): Promise<number | undefined> => {
    const { kind, path } = readShownPath(shown);
    const blob = bytes === null ? null : toBlob(checkNotePath(path), bytes, options);
    return retryConflict(() =>
      transactionAs(source, { role: 'write', ...owner }, async (db) => {
        const { id } = scopeOf(await readScopes(db), kind);
        return (await writeNotes(db, id, [{ path, expected, blob }], mark)).get(path);
      }),
    );
  };
  const swap = async (path: string, expected: number, bytes: Uint8Array | null): Promise<number> => {
    const version = await write(path, expected, bytes);
    if (version !== undefined) return version;
    throw teamError(
      'NOTE_CHANGED',
      `somebody else has changed ${JSON.stringify(path)} since it was read`,
      'Read it again, and write what you have to say into that.',
    );
  };
  return {
    scan: () =>
      transactionAs(source, { role: 'ask', ...owner }, async (db) => {
        const listed: ListedNote[] = [];
        for (const { id, kind } of await readScopes(db))
          for (const { path, version, hash } of await readHeads(db, id))
            if (hash !== null) listed.push({ path: shownPath(kind, path), version });
        return listed;
      }),
    readNote: (shown) =>
      transactionAs(source, { role: 'ask', ...owner }, async (db) => {
        const { kind, path } = readShownPath(shown);
        const { id } = scopeOf(await readScopes(db), kind);
        const head = await readHead(db, id, path);
        if (head === undefined || head.hash === null) return null;
        const blob = (await readBlobs(db, id, [head.hash])).get(head.hash.toString('hex'));
        const bytes = openBlob(shown, blob ?? { hash: head.hash, bytes: null, sealed: false }, options);
        return { path: shown, version: head.version, bytes };
      }),
    replaceNote: (path, bytes, expected) => swap(path, expected, bytes),
    captureNote: async (path, bytes) => {
      const stem = path.replace(/\.(?:md|markdown)$/iu, '');
      for (let i = 1; ; i++) {
        const free = i === 1 ? path : `${stem}-${i}.md`;
        if ((await write(free, 0, bytes)) !== undefined) return free;
      }
    },
    removeNote: async (path, expected) => {
      await swap(path, expected, null);
    },
  };
}

async function readHead(db: Connection, scope: number, path: string): Promise<NoteHead | undefined> {
  const [head] = await db.query<NoteHead>(
    'SELECT path, version, hash, print FROM memora.head WHERE scope = $1 AND path = $2',
    [scope, path],
  );
  return head;
}
