import type {
  ChangelogEntry,
  ClaimReader,
  Contradiction,
  Edge,
  IndexFailure,
  LedgerDecisions,
  NoteFilter,
  StalePath,
  StoredNote,
  StoredPage,
  StoreStats,
} from '@memora/claims';
import {
  type CorroborationRow,
  type CountName,
  corroborationSql,
  createProvenanceGraph,
  type Derivation,
  EVERY_ENTRY,
  edgeCodes,
  firstFallen,
  type PairRow,
  parseStoredRecord,
  readAsOf,
  toChangelogEntry,
  toContradictions,
  toCorroboration,
  toFactStaleness,
  toFailure,
  toPageStaleness,
  toStats,
  toStoredNote,
  toStoredPage,
  wasOnRecord,
} from '@memora/claims/internal';
import type { ClaimId } from '@memora/core';
import { askQuery } from './ask-query.ts';
import { CLAIM_TOTAL, readClaimTotal } from './claim-total.ts';
import { ofScope, postgresText } from './postgres-text.ts';
import { fromStoredRow, type ScopeReading } from './read-claims.ts';

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns the edges of the ids (all edges without ids), by source, type and target. */
export async function readEdges(
  { db, scope }: ScopeReading,
  { ids, types, asOf }: NonNullable<Parameters<ClaimReader['edges']>[0]>,
): Promise<Edge[]> {
  const wanted = ids === undefined ? null : [...new Set(ids)];
  if (wanted?.length === 0) return [];
  const text = postgresText(scope);
  const { known } = readAsOf(asOf);
  const conditions = ['edge.scope = $1'];
  if (types !== undefined) conditions.push(text.among('edge.type', types.map(edgeCodes.toCode), 'bigint'));
  conditions.push(known === undefined ? 'edge.recorded_until IS NULL' : wasOnRecord('edge', known));
  const all = `SELECT * FROM memora.edge WHERE ${conditions.join(' AND ')}`;
  // Each end is looked up separately, because an OR would read the whole table.
  const at = (end: 'source' | 'target') =>
    `SELECT edge.* FROM named, LATERAL (${all} AND edge.${end} = named.key OFFSET 0) AS edge`;
  const touching = (wanted: readonly string[]) =>
    `WITH named AS MATERIALIZED (SELECT key FROM memora.claim WHERE scope = $1 AND ${text.among('id', wanted, 'text')})
     ${at('source')} UNION ${at('target')}`;
  type Row = {
    source_id: ClaimId;
    target_id: ClaimId;
    type: number;
    weight: number;
    recorded_from: number;
    recorded_until: number | null;
    metadata: string | null;
  };
  const claimAt = (end: 'source' | 'target') =>
    wanted === null
      ? `JOIN memora.claim AS ${end} ON ${end}.scope = $1 AND ${end}.key = edge.${end}`
      : `CROSS JOIN LATERAL (SELECT id FROM memora.claim AS c WHERE c.scope = $1 AND c.key = edge.${end} LIMIT 1) AS ${end}`;
  const rows = await db.query<Row>(
    `SELECT edge.type, edge.weight, edge.recorded_from, edge.recorded_until, edge.metadata, source.id AS source_id, target.id AS target_id
     FROM (${wanted === null ? all : touching(wanted)}) AS edge ${claimAt('source')} ${claimAt('target')}
     ORDER BY source.id, edge.type, target.id, edge.recorded_from`,
    text.values,
  );
  return rows.map(fromStoredRow).map((row) => ({
    from: row.source_id,
    to: row.target_id,
    type: edgeCodes.toName(row.type),
    weight: row.weight,
    recordedFrom: instant(row.recorded_from),
    recordedUntil: row.recorded_until === null ? null : instant(row.recorded_until),
    metadata: parseStoredRecord(row.metadata),
  }));
}

/** Returns for each id, by id, the other live claims that say the same, in equal or different words, or more precisely. */
export async function readCorroboration(
  { db, scope }: ScopeReading,
  ids: Iterable<string>,
): Promise<Map<ClaimId, readonly ClaimId[]>> {
  const wanted = [...new Set(ids)];
  const text = postgresText(scope);
  const sql = ofScope(corroborationSql(wanted, text), ['claim', 'edge']);
  return toCorroboration(wanted, await db.query<CorroborationRow>(sql, text.values));
}

/** Returns every existing note, by path. */
export async function readNotes(
  reading: ScopeReading,
  { status, noteId, type }: NoteFilter,
): Promise<StoredNote[]> {
  const [ofStatus, ofType] = [status ?? null, type ?? null];
  const rows =
    noteId !== undefined
      ? await askQuery(reading, 'notesOfId', ofStatus, ofType, noteId)
      : ofStatus === null && ofType === null
        ? await askQuery(reading, 'notesListed')
        : await askQuery(reading, 'notesFiltered', ofStatus, ofType);
  return rows.map(toStoredNote);
}

export async function readFailures(reading: ScopeReading): Promise<IndexFailure[]> {
  return (await askQuery(reading, 'failures')).map(toFailure);
}

export async function readChangelog(
  reading: ScopeReading,
  { claimId, after = -1, limit = EVERY_ENTRY }: NonNullable<Parameters<ClaimReader['changelog']>[0]>,
): Promise<ChangelogEntry[]> {
  if (claimId === undefined)
    return (await askQuery(reading, 'changelogAfter', after, limit)).map(toChangelogEntry);
  const [live] = await askQuery(reading, 'keyOfClaim', claimId);
  const [erased] = live === undefined ? await askQuery(reading, 'keyOfErased', claimId) : [];
  const key = live?.key ?? erased?.claim ?? -1;
  return (await askQuery(reading, 'changelogOf', key, after, limit)).map(toChangelogEntry);
}

/** Counts by source, cached while a scope's publication lasts, because its rows change only with it. */
const statsOf = new WeakMap<object, Map<number, { readonly of: string; readonly stats: StoreStats }>>();

/** The counts that only the total of claims is made of. */
const OF_CLAIMS: readonly CountName[] = ['countClaims', 'countOfPages'];

/**
 * Counts the content of a scope, once for each publication, and never for a caller who may not see the scope. Claims are counted only if the publication has no
 * total.
 */
export async function readStats(source: object, reading: ScopeReading): Promise<StoreStats> {
  const { db, scope } = reading;
  const [row] = await db.query<{ of: string; epoch: number; total: Buffer | null }>(
    `SELECT concat_ws(' ', epoch, published_at) AS of, epoch, ${CLAIM_TOTAL} AS total FROM memora.scope WHERE id = $1`,
    [scope],
  );
  if (row === undefined) return toStats(() => 0);
  const known = statsOf.get(source) ?? new Map<number, { readonly of: string; readonly stats: StoreStats }>();
  statsOf.set(source, known);
  const last = known.get(scope);
  if (last?.of === row.of) return last.stats;
  const claims = readClaimTotal(row.total, row.epoch);
  const names = new Set<CountName>();
  toStats((name) => Number(names.add(name).has(name)));
  if (claims !== null) for (const name of OF_CLAIMS) names.delete(name);
  const counts = await Promise.all(
    [...names].map(async (name) => [name, await askQuery(reading, name)] as const),
  );
  const byName = new Map(counts.map(([name, [found]]) => [name, found?.count ?? 0]));
  const counted = toStats((name) => byName.get(name) ?? 0);
  const stats = claims === null ? counted : { ...counted, claims };
  known.set(scope, { of: row.of, stats });
  return stats;
}

/** Returns every open contradiction, by id. */
export async function readContradictions(
  reading: ScopeReading,
  decisions: LedgerDecisions,
): Promise<Contradiction[]> {
  const rows = (await askQuery(reading, 'contradictingPairs')) as PairRow[];
  return toContradictions(rows, decisions, reading.codec);
}

/** Returns the currently stale claims, with the path from the retired claim; sentences of pages come last. */
export async function readStaleness(reading: ScopeReading, decisions: LedgerDecisions): Promise<StalePath[]> {
  const derivations = (await askQuery(reading, 'derivationsOfFacts')) as Derivation[];
  const dangling = (await askQuery(reading, 'danglingSources')) as Derivation[];
  const fallen = (await askQuery(reading, 'fallenSources')).map(({ id }) => id as ClaimId);
  const paths = toFactStaleness({ derivations, dangling, fallen }, decisions);
  const pages = await askQuery(reading, 'fallenUnderPages');
  return [...paths, ...toPageStaleness(firstFallen(pages, decisions.revalidated), paths)];
}

/** Returns exactly the live claims that would become stale if the claim were retracted now. */
export async function readFallout(reading: ScopeReading, id: ClaimId): Promise<StalePath[]> {
  const derivations = (await askQuery(reading, 'derivations')) as Derivation[];
  return createProvenanceGraph(derivations).fallout([id]);
}

/** Returns the generated pages, by path. */
export async function readPages(reading: ScopeReading): Promise<StoredPage[]> {
  return (await askQuery(reading, 'pages')).map(toStoredPage);
}
