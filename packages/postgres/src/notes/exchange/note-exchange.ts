import { transactionAs } from '../../connect/transaction-as.ts';
import { readErasures, type ScopeErasures } from '../../erase/read-erasures.ts';
import { callFunction } from '../../queries/call-function.ts';
import { audit } from '../../team/audit.ts';
import type { Acting } from '../../team/members.ts';
import { readScopes, type ScopeKind, scopeOf } from '../../team/scopes.ts';
import { type NoteHead, type NoteWrite, readBlobs, readHeads } from '../note-heads.ts';
import type { StoredBlob } from '../seal-blob.ts';
import { writePlanned } from './write-planned.ts';

/**
 * Writes everything or nothing. Returns the files whose notes somebody else has changed meanwhile; if there
 * are any, nothing was written.
 */
export interface ScopeNotes {
  readonly kind: ScopeKind;
  readonly isWritable: boolean;
  /** By path, including deleted notes. */
  readonly heads: readonly NoteHead[];
  readonly erasures: ScopeErasures;
}

/** A planned write, with its source file. */
export interface PlannedWrite extends NoteWrite {
  readonly file: string;
  readonly kind: ScopeKind;
}

/** The origin of a push. */
export interface PushMark {
  readonly via?: string | undefined;
  readonly sourceCommit?: string | undefined;
}

/** Exchanges a working copy's notes with the team, directly with the database or through the team's server. */
export interface NoteExchange {
  readonly survey: (act: 'push' | 'pull') => Promise<readonly ScopeNotes[]>;
  /** Returns bytes by the hex digits of their address, unchecked: `openBlob` verifies them. Removed ones are left out. */
  readonly readBlobs: (
    kind: ScopeKind,
    hashes: readonly Buffer[],
  ) => Promise<ReadonlyMap<string, StoredBlob>>;
  /** Writes everything or nothing. Returns the files whose notes somebody else has changed in the meantime; if there are any, nothing was written. */
  readonly write: (writes: readonly PlannedWrite[], mark: PushMark) => Promise<readonly string[]>;
}

/** Opens an exchange with the database. */
export function openNoteExchange({ source, principal, workspace }: Acting): NoteExchange {
  const asking = { role: 'ask', principal, workspace } as const;
  return {
    survey: async (act) => {
      if (act === 'pull')
        await audit([{ act: 'team pull', detail: { outcome: 'ok' } }], { source, principal, workspace });
      return transactionAs(source, asking, async (db) => {
        const writable = await callFunction(db, 'writable');
        const found: ScopeNotes[] = [];
        for (const { id, kind } of await readScopes(db)) {
          const heads = await readHeads(db, id);
          const isWritable = writable?.includes(id) === true;
          found.push({ kind, isWritable, heads, erasures: await readErasures(db, id) });
        }
        return found;
      });
    },
    readBlobs: (kind, hashes) =>
      transactionAs(source, asking, async (db) =>
        readBlobs(db, scopeOf(await readScopes(db), kind).id, hashes),
      ),
    write: (writes, mark) => writePlanned(writes, mark, { source, principal, workspace }),
  };
}
