import type { Claim } from '@memora/claims';
import { toClaim } from '@memora/claims/internal';
import type { MemoraError } from '@memora/core';
import { transactionAs } from '../connect/transaction-as.ts';
import { toShownRow } from '../read/read-claims.ts';
import { CITED, CITED_NOTES } from '../stored/claim-statements.ts';
import { createAsking } from '../stored/create-asking.ts';
import { askScopes, shownPath } from '../team/scopes.ts';
import { openOrTell } from './create-note-batches.ts';
import type { ReadNoteOptions } from './read-note.ts';

/** What citations name. */
export interface Cited {
  /** By the ids that were asked for, in their order: an id that stands in several scopes is a person's own, then the workspace's. */
  readonly claims: ReadonlyMap<string, Claim>;
  /** The bytes of their notes as they are now, held against their address, by their paths as they are shown; null where there are none. */
  readonly notes: ReadonlyMap<string, Uint8Array | MemoraError | null>;
}

type StoredNote = readonly [
  scope: number,
  path: string,
  hash: string | null,
  bytes: string | null,
  sealed: boolean,
];

/** Reads claims and the notes that they are from in one round trip; asks for a schema that has the functions for it. */
export async function readCited(ids: Iterable<string>, options: ReadNoteOptions): Promise<Cited> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return { claims: new Map(), notes: new Map() };
  const [scopes, rows, notes] = await transactionAs(options.source, { role: 'ask', ...options }, (db) => {
    const asking = createAsking(db, true);
    return Promise.all([
      // Who has been removed meanwhile is told so.
      askScopes(asking),
      asking.ask<[string | null, number, ...unknown[]]>(CITED, [wanted]),
      asking.ask<StoredNote>(CITED_NOTES, [['cited']]),
    ]);
  });
  const kindOf = new Map(scopes.map(({ id, kind }) => [id, kind]));
  const shown = (scope: number, path: string) => shownPath(kindOf.get(scope) ?? 'workspace', path);
  const order = new Map(scopes.map(({ id }, i) => [id, i]));
  const found = new Map<string, { readonly at: number; readonly claim: Claim }>();
  for (const [id, scope, ...values] of rows) {
    if (id === null) continue;
    const row = toShownRow(values);
    // Within a scope a claim of this id comes before one that had it once.
    const at = (order.get(scope) ?? scopes.length) + (row.id === id ? 0 : 0.5);
    if ((found.get(id)?.at ?? Number.POSITIVE_INFINITY) <= at) continue;
    const claim = toClaim(row, options.codec);
    found.set(id, { at, claim: { ...claim, notePath: shown(scope, claim.notePath) } });
  }
  const claims = wanted.flatMap((id) => {
    const claim = found.get(id)?.claim;
    return claim === undefined ? [] : [[id, claim] as const];
  });
  return {
    claims: new Map(claims),
    notes: new Map(
      notes.map(([scope, stored, hash, bytes, sealed]) => {
        const path = shown(scope, stored);
        if (hash === null) return [path, null] as const;
        return [
          path,
          openOrTell(
            path,
            { hash: toBytes(hash), bytes: bytes === null ? null : toBytes(bytes), sealed },
            options,
          ),
        ];
      }),
    ),
  };
}

/** Bytes as they stand in a packed row. */
function toBytes(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}
