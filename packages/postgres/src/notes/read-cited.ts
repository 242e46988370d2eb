import type { Claim } from '@memora/claims';
import { toClaim } from '@memora/claims/internal';
import type { MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { transactionAs } from '../connect/transaction-as.ts';
import { toShownRow } from '../read/read-claims.ts';
import { CITED, CITED_NOTES } from '../stored/claim-statements.ts';
import { createAsking } from '../stored/create-asking.ts';
import { askScopes, shownPath, type TeamScope } from '../team/scopes.ts';
import { openOrTell } from './create-note-batches.ts';
import type { ReadNoteOptions } from './read-note.ts';

/** What citations name. */
export interface Cited {
  /** By the ids that were asked for, in their order: an id that stands in several scopes is a person's own, then the workspace's. */
  readonly claims: ReadonlyMap<string, Claim>;
  /** The bytes of their notes as they are now, held against their address, by their paths as they are shown; null where there are none. */
  readonly notes: ReadonlyMap<string, Uint8Array | MemoraError | null>;
}

type CitedRow = readonly [id: string | null, scope: number, ...values: unknown[]];

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
  const { scopes, found, notes } = await transactionAs(
    options.source,
    { role: 'ask', ...options },
    async (db) => {
      const [asking, behind] = [createAsking(db), createAsking(db)];
      const reading = Promise.all([
        // Who has been removed meanwhile is told so.
        askScopes(asking),
        asking.ask<CitedRow>(CITED, [wanted]),
      ]);
      // A statement of its own: while the server reads the notes, the claims are made of their rows here.
      const notes = behind.ask<StoredNote>(CITED_NOTES, [['cited']]);
      notes.catch(() => undefined);
      const [scopes, rows] = await reading;
      return { scopes, found: toClaims(scopes, rows, options.codec), notes: await notes };
    },
  );
  const shown = toShownPath(scopes);
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

function toShownPath(scopes: readonly TeamScope[]): (scope: number, path: string) => string {
  const kindOf = new Map(scopes.map(({ id, kind }) => [id, kind]));
  return (scope, path) => shownPath(kindOf.get(scope) ?? 'workspace', path);
}

interface FoundClaim {
  readonly at: number;
  readonly claim: Claim;
}

/** By the id that was asked for, the first of the scopes that have one. */
function toClaims(
  scopes: readonly TeamScope[],
  rows: readonly CitedRow[],
  codec: SecretCodec | undefined,
): ReadonlyMap<string, FoundClaim> {
  const shown = toShownPath(scopes);
  const order = new Map(scopes.map(({ id }, i) => [id, i]));
  const found = new Map<string, FoundClaim>();
  for (const [id, scope, ...values] of rows) {
    if (id === null) continue;
    const row = toShownRow(values);
    // Within a scope a claim of this id comes before one that had it once.
    const at = (order.get(scope) ?? scopes.length) + (row.id === id ? 0 : 0.5);
    if ((found.get(id)?.at ?? Number.POSITIVE_INFINITY) <= at) continue;
    const claim = toClaim(row, codec);
    found.set(id, { at, claim: { ...claim, notePath: shown(scope, claim.notePath) } });
  }
  return found;
}

/** Bytes of a packed row. */
function toBytes(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}
