import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { bandCodes, edgeCodes, precisionCodes, statusCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import {
  type Conflict,
  type ConflictingClaim,
  type Resolution,
  resolveConflicts,
} from '../../relate/resolve-conflicts.ts';
import { toTimeRange } from '../../relate/time-range.ts';
import { prepareQuery, prepareValue, type Row } from '../queries/prepare-query.ts';
import { openTerms } from '../read/claim-rows.ts';
import { parseStored } from '../read/parse-stored.ts';
import { openDate, sealDate } from '../secrets/sealed-dates.ts';
import type { RelateOptions } from './relate-claims.ts';

const SECRET = bandCodes.toCode('secret');
const SUPERSEDES = edgeCodes.toCode('supersedes');
const CURRENT = statusCodes.toCode('current');
const SUPERSEDED = statusCodes.toCode('superseded');
const CONTESTED = statusCodes.toCode('contested');
const STALE = statusCodes.toCode('stale');
const RETRACTED = statusCodes.toCode('retracted');

type ClaimState = Row<'claimState'>;

/**
 * Resolves the conflicts of the claims and of all connected claims, and writes status, end of validity and `supersedes` edges if they differ from what is
 * stored. Also ends claims whose successor has begun since. Returns the open contradictions.
 */
export function writeResolution(
  db: Sqlite.Database,
  touched: ReadonlySet<number>,
  options: RelateOptions,
): number {
  const today = new Date(options.now).toISOString();
  const due = prepareValue(db, 'dueClaims').all(today);
  const start = [...touched, ...due];
  if (start.length === 0) return 0;
  const { claims, conflicts } = readComponent(db, start, options.codec);
  const resolution = resolveConflicts(
    claims.values().map(toConflicting),
    conflicts,
    options.decisions.conflicts,
  );
  const writer = createStateWriter(db, options);
  const keyById = new Map([...claims.values()].map(({ id, key }) => [id as ClaimId, key]));
  const causes = causesOf(resolution);
  for (const state of claims.values()) {
    if (state.recorded_until !== null || state.status === RETRACTED) continue;
    const cause = causes.get(state.id as ClaimId);
    writer.update(state, resolution, cause === undefined ? null : (keyById.get(cause) ?? null));
  }
  writeSuccessions(db, claims, resolution, options);
  // The number of contradictions among secret claims would reveal their content.
  const open = new Set(
    [...claims.values()].flatMap(({ id, band }) => (band === SECRET ? [] : [id as ClaimId])),
  );
  return resolution.conflicts.filter(
    ({ resolution: how, newer }) => (how === 'contested' || how === 'superseded') && open.has(newer),
  ).length;
}

/** Returns the claims that open `contradicts` edges connect with the given ones, and those edges. */
export function readComponent(db: Sqlite.Database, start: readonly number[], codec: SecretCodec | undefined) {
  const byKey = prepareQuery(db, 'claimState');
  const edges = prepareQuery(db, 'openConflictsOf');
  const claims = new Map<number, ClaimState>();
  const pairs = new Map<string, Conflict>();
  const queue = [...start];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (claims.has(key)) continue;
    const row = byKey.get(key);
    // Without the key, nothing is known of a secret claim that could decide anything.
    if (row === undefined || (row.sealed !== null && codec === undefined)) continue;
    const state = opened(row, codec);
    claims.set(key, state);
    for (const { source, target, metadata } of edges.all(key, key)) {
      const other = source === key ? target : source;
      if (!claims.has(other)) queue.push(other);
      // A rule and a note may both state one pair: the resolution chooses between them.
      pairs.set(`${source} ${target} ${metadata}`, toConflict(source, target, metadata));
    }
  }
  const idOf = (key: string) => (claims.get(Number(key))?.id ?? '') as ClaimId;
  const conflicts = [...pairs.values()].map((conflict) => ({
    ...conflict,
    a: idOf(conflict.a),
    b: idOf(conflict.b),
    ...(conflict.later !== undefined && { later: idOf(conflict.later) }),
  }));
  return { claims, conflicts };
}

/** Returns a row with its encrypted parts decrypted: no query can filter on the dates of secret claims. */
function opened(row: ClaimState, codec: SecretCodec | undefined): ClaimState {
  if (row.sealed === null || codec === undefined) return row;
  const terms = openTerms(row.sealed, codec);
  return {
    ...row,
    superseded_at: openDate(row.superseded_at, codec),
    valid_from: terms?.validFrom ?? row.valid_from,
    valid_until: terms?.validUntil ?? row.valid_until,
    precision: terms?.precision === undefined ? row.precision : precisionCodes.toCode(terms.precision),
  };
}

function asStored(
  date: string | null,
  { sealed }: ClaimState,
  codec: SecretCodec | undefined,
): string | null {
  return sealed === null || codec === undefined ? date : sealDate(date, codec);
}

function atOf(metadata: string | null, codec: SecretCodec | undefined): string | null {
  if (metadata === null) return null;
  return openDate(parseStored<{ at?: string | null }>(metadata).at ?? null, codec);
}

/** The two ends are row keys for now: their ids are known when the whole component is read. */
function toConflict(source: number, target: number, metadata: string): Conflict {
  const { reason, single_valued, later, decides, noted } = parseStored<{
    reason: string;
    single_valued: boolean;
    later?: 'source' | 'target';
    decides?: boolean;
    noted?: string;
  }>(metadata);
  const [a, b] = [String(source) as ClaimId, String(target) as ClaimId];
  return {
    a,
    b,
    reason,
    singleValued: single_valued,
    ...(later !== undefined && { later: later === 'source' ? a : b }),
    ...(decides === true && { decides }),
    ...(noted !== undefined && { noted }),
  };
}

/** Returns the data of a stored claim that the resolution needs. */
export function toConflicting(state: ClaimState): ConflictingClaim {
  return {
    id: state.id as ClaimId,
    validFrom: state.valid_from,
    validUntil: state.valid_until,
    precision: precisionCodes.toName(state.precision),
    trust: state.trust,
  };
}

/** Returns, for each claim in a conflict, the claim that caused its state: the first that ended it, or the first that contests it. */
function causesOf({ conflicts, supersededBy }: Resolution): Map<ClaimId, ClaimId> {
  const causes = new Map<ClaimId, ClaimId>();
  for (const { newer, older, resolution } of conflicts) {
    if (resolution !== 'contested') continue;
    if (!causes.has(newer)) causes.set(newer, older);
    if (!causes.has(older)) causes.set(older, newer);
  }
  for (const [older, [newer]] of supersededBy) if (newer !== undefined) causes.set(older, newer);
  return causes;
}

function createStateWriter(db: Sqlite.Database, { now, codec }: RelateOptions) {
  const set = prepareQuery(db, 'setEnd');
  const log = prepareQuery(db, 'log');
  return {
    update: (state: ClaimState, { untilById, contested }: Resolution, cause: number | null): void => {
      const id = state.id as ClaimId;
      const until = untilById.get(id) ?? null;
      const end = until === null ? null : (toTimeRange(until, 'instant')?.from ?? 0);
      // If the end equals the beginning, the claim is never valid, whichever clock wrote it.
      const begin =
        state.valid_from === null ? null : (toTimeRange(state.valid_from, 'instant')?.from ?? null);
      const over = end !== null && (end <= now || (begin !== null && end <= begin));
      const wanted = over ? SUPERSEDED : contested.has(id) ? CONTESTED : CURRENT;
      // Staleness has its own pass after this one; a stale claim that is neither superseded nor contested stays as it is.
      const status = wanted === CURRENT && state.status === STALE ? STALE : wanted;
      if (status === state.status && until === state.superseded_at) return;
      set.run(status, asStored(until, state, codec), state.key);
      if (status !== state.status) log.run(now, state.key, statusCodes.toName(status), cause, null);
    },
  };
}

/** Opens and closes `supersedes` edges, new → old, among the claims of the component. */
function writeSuccessions(
  db: Sqlite.Database,
  claims: ReadonlyMap<number, ClaimState>,
  { supersededBy, untilById }: Resolution,
  { now, codec }: RelateOptions,
): void {
  const keyById = new Map([...claims.values()].map(({ id, key }) => [id as ClaimId, key]));
  const live = prepareQuery(db, 'successorsOf');
  const close = prepareQuery(db, 'closeEdge');
  const open = prepareQuery(db, 'openEdge');
  for (const state of claims.values()) {
    const id = state.id as ClaimId;
    const at = untilById.get(id) ?? null;
    const metadata = JSON.stringify({ at: asStored(at, state, codec) });
    const wanted = new Set((supersededBy.get(id) ?? []).flatMap((newer) => keyById.get(newer) ?? []));
    for (const edge of live.all(state.key)) {
      if (wanted.has(edge.source) && atOf(edge.metadata, codec) === at) wanted.delete(edge.source);
      else close.run(now, edge.source, SUPERSEDES, state.key, edge.recorded_from);
    }
    for (const source of wanted) open.run(source, SUPERSEDES, state.key, now, metadata);
  }
}
