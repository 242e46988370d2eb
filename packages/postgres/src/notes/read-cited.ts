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

/** The claims and notes of citations. */
export interface Cited {
  /** By requested id, in request order. If several scopes have an id, a person's own takes precedence, then the workspace's. */
  readonly claims: ReadonlyMap<string, Claim>;
  /** The current bytes of their notes, checked against their address, by shown path; null if missing. */
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

/** Reads claims and their notes in one round trip; needs a schema with the functions for it. */
export async function readCited(ids: Iterable<string>, options: ReadNoteOptions): Promise<Cited> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return { claims: new Map(), notes: new Map() };
  const { scopes, found, notes } = await transactionAs(
    options.source,
    { role: 'ask', ...options },
    async (db) => {
      const [asking, behind] = [createAsking(db), createAsking(db)];
      const reading = Promise.all([
        // Returns an error to a member who has been removed in the meantime.
        askScopes(asking),
        asking.ask<CitedRow>(CITED, [wanted]),
      ]);
      // A separate statement, because the claims are built from their rows here while the server reads the
      // notes.
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

/** Picks, for each requested id, the first scope that has it. */
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
    // Within a scope, a claim with this id comes before one that had it earlier.
    const at = (order.get(scope) ?? scopes.length) + (row.id === id ? 0 : 0.5);
    if ((found.get(id)?.at ?? Number.POSITIVE_INFINITY) <= at) continue;
    const claim = toClaim(row, codec);
    found.set(id, { at, claim: { ...claim, notePath: shown(scope, claim.notePath) } });
  }
  return found;
}

/** Decodes the bytes of a packed row. */
function toBytes(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}
