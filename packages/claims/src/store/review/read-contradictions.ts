import { type ClaimId, fingerprint } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { LedgerDecisions } from '../../ledger/ledger-decisions.ts';
import { precisionCodes, statusCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { compareStarts } from '../../relate/time-range.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { openTerms } from '../read/claim-rows.ts';

/** Two claims that can't both hold, and their state. */
export interface Contradiction {
  /** 16 hex digits made from the two ids: always the same for the same two claims. */
  readonly id: string;
  readonly newer: ClaimId;
  readonly older: ClaimId;
  readonly resolution: 'superseded' | 'contested' | 'acknowledged';
  readonly reason: string;
}

/** A row with two claims that contradict each other. */
export interface PairRow {
  readonly a: ClaimId;
  readonly b: ClaimId;
  readonly a_from: string | null;
  readonly b_from: string | null;
  readonly a_precision: number;
  readonly b_precision: number;
  readonly a_status: number;
  readonly b_status: number;
  readonly reason: string;
  readonly a_sealed: Buffer | null;
  readonly b_sealed: Buffer | null;
  readonly a_over_b: number;
  readonly b_over_a: number;
}

const SUPERSEDED = statusCodes.toCode('superseded');

/** Returns every current contradiction, by id. A pair that a claim newer than both has ended is history and left out. */
export function readContradictions(
  db: Sqlite.Database,
  decisions: LedgerDecisions,
  codec?: SecretCodec,
): Contradiction[] {
  return toContradictions(prepareQuery(db, 'contradictingPairs').all() as PairRow[], decisions, codec);
}

/** Returns the states of the pairs under the ledger's decisions, by id. */
export function toContradictions(
  rows: readonly PairRow[],
  decisions: LedgerDecisions,
  codec?: SecretCodec,
): Contradiction[] {
  const acknowledged = new Set(decisions.conflicts.acknowledged.map(([a, b]) => pairOf(a, b)));
  return rows
    .flatMap((row) => toContradiction(row, acknowledged, codec))
    .sort((x, y) => (x.id < y.id ? -1 : 1));
}

function toContradiction(
  row: PairRow,
  acknowledged: ReadonlySet<string>,
  codec: SecretCodec | undefined,
): Contradiction[] {
  const id = fingerprint(new TextEncoder().encode(pairOf(row.a, row.b))).slice(0, 16);
  const { reason } = row;
  if (row.a_over_b === 1) return [{ id, newer: row.a, older: row.b, resolution: 'superseded', reason }];
  if (row.b_over_a === 1) return [{ id, newer: row.b, older: row.a, resolution: 'superseded', reason }];
  if (row.a_status === SUPERSEDED || row.b_status === SUPERSEDED) return [];
  const a = dated(row.a_from, row.a_precision, row.a_sealed, codec);
  const b = dated(row.b_from, row.b_precision, row.b_sealed, codec);
  const [newer, older] = compareStarts(a, b) > 0 ? [row.a, row.b] : [row.b, row.a];
  const resolution = acknowledged.has(pairOf(row.a, row.b)) ? 'acknowledged' : 'contested';
  return [{ id, newer, older, resolution, reason }];
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function dated(
  from: string | null,
  precision: number,
  sealed: Buffer | null,
  codec: SecretCodec | undefined,
) {
  const terms = sealed === null || codec === undefined ? null : openTerms(sealed, codec);
  return {
    validFrom: terms?.validFrom ?? from,
    precision: terms?.precision ?? precisionCodes.toName(precision),
  };
}
