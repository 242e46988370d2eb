import { MemoraError } from '@memora/core';
import { transactionAs } from '../connect/transaction-as.ts';
import { askOne } from '../queries/ask.ts';
import { readScopes, readShownPath, scopeOf, shownPath } from '../team/scopes.ts';
import { readBlobs, readHeads } from './note-heads.ts';
import type { ReadNoteOptions } from './read-note.ts';
import { openBlob } from './seal-blob.ts';
import { writeTeamNote } from './write-team-note.ts';

/** A note in a listing. Paths are as shown: `@me/…`, `@global/…`, or without a prefix in the workspace. */
export interface ListedNote {
  readonly path: string;
  /** Increases by one with every write of the note. */
  readonly version: number;
}

/** A note with the version that a replacement must name. */
export interface VersionedNote extends ListedNote {
  readonly bytes: Buffer;
}

/** The notes that a principal sees, written one at a time. No text is lost: each write keeps a version and refuses to overwrite one that it has not seen. */
export interface TeamNotes {
  readonly scan: () => Promise<readonly ListedNote[]>;
  /** Returns null if there is no such note. The bytes are checked against their address. */
  readonly readNote: (path: string) => Promise<VersionedNote | null>;
  /** Writes if the note still has the version that was read (0 for a new note), and returns the new version. Otherwise throws `NOTE_CHANGED`. */
  readonly replaceNote: (path: string, bytes: Uint8Array, expected: number) => Promise<number>;
  /** Writes a new note, under a similar free name if the path is taken. Returns its path. */
  readonly captureNote: (path: string, bytes: Uint8Array) => Promise<string>;
  /** Deletes a note at this version; its history is kept. Throws `NOTE_CHANGED`. */
  readonly removeNote: (path: string, expected: number) => Promise<void>;
}

export interface TeamNotesOptions extends ReadNoteOptions {
  /** The client of a write, stored with each version; `edit` by default. */
  readonly via?: string;
}

/** Opens the note store for a principal. Reads nothing until the first call. */
export function openTeamNotes(options: TeamNotesOptions): TeamNotes {
  const { source, principal, workspace } = options;
  const owner = { principal, workspace };
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
        const head = await askOne(db, 'headAt', id, path);
        if (head === undefined || head.hash === null) return null;
        const blob = (await readBlobs(db, id, [head.hash])).get(head.hash.toString('hex'));
        const bytes = openBlob(shown, blob ?? { hash: head.hash, bytes: null, sealed: false }, options);
        return { path: shown, version: head.version, bytes };
      }),
    replaceNote: async (path, bytes, expected) =>
      (await writeTeamNote(path, bytes, expected, options)).version,
    captureNote: async (path, bytes) => {
      const stem = path.replace(/\.(?:md|markdown)$/iu, '');
      for (let i = 1; ; i++) {
        const free = i === 1 ? path : `${stem}-${i}.md`;
        try {
          return (await writeTeamNote(free, bytes, 0, options)).path;
        } catch (error) {
          if (!MemoraError.isInstance(error) || error.code !== 'NOTE_CHANGED') throw error;
        }
      }
    },
    removeNote: async (path, expected) => {
      await writeTeamNote(path, null, expected, options);
    },
  };
}
