import { transactionAs } from '../../connect/transaction-as.ts';
import { readErasures, type ScopeErasures } from '../../erase/read-erasures.ts';
import { audit } from '../../team/audit.ts';
import type { Acting } from '../../team/members.ts';
import { readScopes, type ScopeKind, scopeOf } from '../../team/scopes.ts';
import { type NoteHead, type NoteWrite, readBlobs, readHeads } from '../note-heads.ts';
import type { StoredBlob } from '../seal-blob.ts';
import { writePlanned } from './write-planned.ts';

/** What the team holds of a scope that whoever asks may see. */
export interface ScopeNotes {
  readonly kind: ScopeKind;
  readonly isWritable: boolean;
  /** By path; those of deleted notes too. */
  readonly heads: readonly NoteHead[];
  readonly erasures: ScopeErasures;
}

/** A planned write, by its source file. */
export interface PlannedWrite extends NoteWrite {
  readonly file: string;
  readonly kind: ScopeKind;
}

/** How what is written came about. */
export interface PushMark {
  readonly via?: string | undefined;
  readonly sourceCommit?: string | undefined;
}

/** The notes of a team as a working copy meets them: in the database itself, or by the server of the team. */
export interface NoteExchange {
  readonly survey: (act: 'push' | 'pull') => Promise<readonly ScopeNotes[]>;
  /** Bytes by the hexadecimal digits of their address, unchecked: `openBlob` holds them against it. What is gone by now is not among them. */
  readonly readBlobs: (
    kind: ScopeKind,
    hashes: readonly Buffer[],
  ) => Promise<ReadonlyMap<string, StoredBlob>>;
  /** Writes all of it or nothing. Gives the files whose notes somebody else has changed meanwhile; where there is one, nothing was written. */
  readonly write: (writes: readonly PlannedWrite[], mark: PushMark) => Promise<readonly string[]>;
}

/** Meets the notes in the database. */
export function openNoteExchange({ source, principal, workspace }: Acting): NoteExchange {
  const asking = { role: 'ask', principal, workspace } as const;
  return {
    survey: async (act) => {
      if (act === 'pull')
        await audit([{ act: 'team pull', detail: { outcome: 'ok' } }], { source, principal, workspace });
      return transactionAs(source, asking, async (db) => {
        const [row] = await db.query<{ scopes: number[] }>('SELECT memora.writable() AS scopes');
        const found: ScopeNotes[] = [];
        for (const { id, kind } of await readScopes(db)) {
          const heads = await readHeads(db, id);
          const isWritable = row?.scopes.includes(id) === true;
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
