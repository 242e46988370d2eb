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
  bandCodes,
  CITED,
  createProvenanceGraph,
  DERIVED_NOTE,
  type Derivation,
  edgeCodes,
  type FallenRow,
  firstFallen,
  type PairRow,
  parseStoredRecord,
  readAsOf,
  SCHEMA_VERSION,
  statusCodes,
  toContradictions,
  toFactStaleness,
  toPageStaleness,
  wasOnRecord,
} from '@memora/claims/internal';
import type { ClaimId } from '@memora/core';
import { postgresText } from './postgres-text.ts';
import { fromStoredRow, type ScopeReading } from './read-claims.ts';

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
const DERIVES = edgeCodes.toCode('derives');
const DEPENDENCIES = [DERIVES, edgeCodes.toCode('depends_on')].join(', ');
const SUPERSEDES = edgeCodes.toCode('supersedes');

/** Edges that touch the ids (all without them), by source, type and target. */
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
  // Each end is looked up by itself: by an OR of both the whole table is read.
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

/** For each id, by id, the other live claims that say the same, in the same words or in others, or more exactly. */
export async function readCorroboration(
  { db, scope }: ScopeReading,
  ids: Iterable<string>,
): Promise<Map<ClaimId, readonly ClaimId[]>> {
  const wanted = [...new Set(ids)] as ClaimId[];
  const others = new Map<ClaimId, ClaimId[]>(wanted.map((id) => [id, []]));
  const rows = await db.query<{ asked_id: ClaimId; other_id: ClaimId }>(
    `WITH asked AS (
       SELECT key, id, coalesce(duplicate_of, key) AS original FROM memora.claim
       WHERE scope = $1 AND id = ANY ($2::text[]) AND recorded_until IS NULL)
     SELECT asked.id AS asked_id, claim.id AS other_id FROM asked JOIN memora.claim ON claim.scope = $1
       AND (claim.key = asked.original OR claim.duplicate_of = asked.original)
     WHERE claim.key <> asked.key AND claim.recorded_until IS NULL
     UNION
     SELECT asked.id, claim.id FROM asked JOIN memora.edge ON edge.scope = $1 AND edge.target = asked.key
       JOIN memora.claim ON claim.scope = $1 AND claim.key = edge.source
     WHERE edge.type = ${edgeCodes.toCode('entails')} AND edge.recorded_until IS NULL AND claim.recorded_until IS NULL
       AND claim.status = ${statusCodes.toCode('current')}
     ORDER BY other_id`,
    [scope, wanted],
  );
  for (const row of rows) others.get(row.asked_id)?.push(row.other_id);
  return others;
}

/** Every note that is there, by path, with how many claims it has. */
export async function readNotes(
  { db, scope }: ScopeReading,
  { status, noteId, type }: NoteFilter,
): Promise<StoredNote[]> {
  type Row = Omit<StoredNote, 'band' | 'gated' | 'contentHash' | 'firstSeen' | 'indexedAt'> & {
    band: number;
    gated: string;
    hash: Buffer;
    first_seen: number;
    indexed_at: number;
  };
  const rows = await db.query<Row>(
    `SELECT note.path, note.note_id AS "noteId", note.declared_id AS "declaredId", note.title, note.region, note.band, note.type, note.status,
       note.size, note.mtime AS "mtimeMs", note.hash, note.first_seen, note.indexed_at, term.text AS extractor, note.segments, note.gated,
       (SELECT count(*) FROM memora.claim WHERE claim.scope = note.scope AND claim.note = note.key AND claim.recorded_until IS NULL) AS claims
     FROM memora.note JOIN memora.term ON term.scope = note.scope AND term.key = note.extractor
     WHERE note.scope = $1 AND note.gone_at IS NULL AND note.type IS DISTINCT FROM '${DERIVED_NOTE}'
       AND ($2::text IS NULL OR note.status = $2) AND ($3::text IS NULL OR note.note_id = $3)
       AND ($4::text IS NULL OR note.type = $4) ORDER BY note.path`,
    [scope, status ?? null, noteId ?? null, type ?? null],
  );
  return rows.map(fromStoredRow).map((row) => ({
    path: row.path,
    noteId: row.noteId,
    declaredId: row.declaredId,
    title: row.title,
    region: row.region,
    band: bandCodes.toName(row.band),
    type: row.type,
    status: row.status,
    size: row.size,
    mtimeMs: row.mtimeMs,
    contentHash: row.hash.toString('hex'),
    firstSeen: instant(row.first_seen),
    indexedAt: instant(row.indexed_at),
    extractor: row.extractor,
    segments: row.segments,
    claims: row.claims,
    gated: parseStoredRecord(row.gated) as Record<string, number>,
  }));
}

export async function readFailures({ db, scope }: ScopeReading): Promise<IndexFailure[]> {
  const rows = await db.query<Omit<IndexFailure, 'at'> & { at: number }>(
    'SELECT path AS "notePath", code, reason, attempts, at FROM memora.failure WHERE scope = $1 ORDER BY path',
    [scope],
  );
  return rows.map(fromStoredRow).map((row) => ({ ...row, at: instant(row.at) }));
}

export async function readChangelog(
  { db, scope }: ScopeReading,
  { claimId, after, limit }: NonNullable<Parameters<ClaimReader['changelog']>[0]>,
): Promise<ChangelogEntry[]> {
  const text = postgresText(scope);
  const conditions = [
    "changelog.scope = $1 AND coalesce(claim.id, erasure.detail::json ->> 'id') IS NOT NULL",
  ];
  if (claimId !== undefined) {
    const id = text.add(claimId, 'text');
    conditions.push(`changelog.claim = coalesce((SELECT key FROM memora.claim WHERE scope = $1 AND id = ${id}),
      (SELECT claim FROM memora.changelog WHERE scope = $1 AND kind = 'erased' AND detail::json ->> 'id' = ${id} LIMIT 1), -1)`);
  }
  if (after !== undefined) conditions.push(`changelog.sequence > ${text.add(after, 'bigint')}`);
  type Row = {
    sequence: number;
    at: number;
    kind: string;
    detail: string | null;
    claim_id: ClaimId;
    related_id: ClaimId | null;
  };
  const rows = await db.query<Row>(
    `SELECT changelog.sequence, changelog.at, changelog.kind, changelog.detail, coalesce(claim.id, erasure.detail::json ->> 'id') AS claim_id,
       other.id AS related_id
     FROM memora.changelog
     LEFT JOIN memora.claim ON claim.scope = changelog.scope AND claim.key = changelog.claim
     LEFT JOIN memora.changelog AS erasure ON erasure.scope = changelog.scope AND erasure.claim = changelog.claim AND erasure.kind = 'erased'
     LEFT JOIN memora.claim AS other ON other.scope = changelog.scope AND other.key = changelog.related
     WHERE ${conditions.join(' AND ')} ORDER BY changelog.sequence LIMIT ${text.add(limit ?? null, 'bigint')}`,
    text.values,
  );
  return rows.map(fromStoredRow).map((row) => ({
    sequence: row.sequence,
    at: instant(row.at),
    claimId: row.claim_id,
    kind: row.kind,
    relatedId: row.related_id,
    detail: parseStoredRecord(row.detail),
  }));
}

export async function readStats({ db, scope }: ScopeReading): Promise<StoreStats> {
  const pages = `(SELECT key FROM memora.note WHERE scope = $1 AND type = '${DERIVED_NOTE}')`;
  const live = (status: 'contested' | 'stale') =>
    `count(*) FILTER (WHERE status = ${statusCodes.toCode(status)} AND recorded_until IS NULL AND note NOT IN ${pages})`;
  const [row] = await db.query<Omit<StoreStats, 'schemaVersion'>>(
    `SELECT (SELECT count(*) FROM memora.note WHERE scope = $1 AND gone_at IS NULL AND type IS DISTINCT FROM '${DERIVED_NOTE}') AS notes,
       c.claims, c.contested, c.stale, c.retired,
       (SELECT count(*) FROM memora.edge WHERE scope = $1 AND recorded_until IS NULL) AS edges,
       (SELECT count(*) FROM memora.failure WHERE scope = $1) AS failures
     FROM (SELECT count(*) FILTER (WHERE recorded_until IS NULL AND note NOT IN ${pages}) AS claims, ${live('contested')} AS contested,
       ${live('stale')} AS stale, count(*) FILTER (WHERE recorded_until IS NOT NULL) AS retired FROM memora.claim WHERE scope = $1) AS c`,
    [scope],
  );
  const { notes, claims, contested, stale, retired, edges, failures } = row as Omit<
    StoreStats,
    'schemaVersion'
  >;
  return { notes, claims, contested, stale, retired, edges, failures, schemaVersion: SCHEMA_VERSION };
}

/** Every contradiction that stands, by id. */
export async function readContradictions(
  { db, scope, codec }: ScopeReading,
  decisions: LedgerDecisions,
): Promise<Contradiction[]> {
  const over = (newer: string, older: string) =>
    `(EXISTS (SELECT 1 FROM memora.edge s WHERE s.scope = $1 AND s.source = ${newer}.key AND s.target = ${older}.key
      AND s.type = ${SUPERSEDES} AND s.recorded_until IS NULL))::int`;
  const rows = await db.query<PairRow>(
    `SELECT a.id AS a, b.id AS b, a.valid_from AS a_from, b.valid_from AS b_from, a.precision AS a_precision, b.precision AS b_precision,
       a.sealed AS a_sealed, b.sealed AS b_sealed, a.status AS a_status, b.status AS b_status, edge.metadata::json ->> 'reason' AS reason,
       ${over('a', 'b')} AS a_over_b, ${over('b', 'a')} AS b_over_a
     FROM memora.edge JOIN memora.claim a ON a.scope = $1 AND a.key = edge.source JOIN memora.claim b ON b.scope = $1 AND b.key = edge.target
     WHERE edge.scope = $1 AND edge.type = ${edgeCodes.toCode('contradicts')} AND edge.recorded_until IS NULL
       AND a.recorded_until IS NULL AND b.recorded_until IS NULL ORDER BY a.id, b.id`,
    [scope],
  );
  return toContradictions(rows.map(fromStoredRow), decisions, codec);
}

/** Which claims are stale now, with the way from the claim that fell; the sentences of pages come last. */
export async function readStaleness(
  { db, scope }: ScopeReading,
  decisions: LedgerDecisions,
): Promise<StalePath[]> {
  const resting = `edge.scope = $1 AND edge.type IN (${DEPENDENCIES}) AND edge.recorded_until IS NULL AND edge.source NOT IN
    (SELECT p.key FROM memora.claim p JOIN memora.note n ON n.scope = $1 AND n.key = p.note WHERE p.scope = $1 AND n.type = '${DERIVED_NOTE}')`;
  const derivations = await db.query<Derivation>(
    `SELECT s.id AS derived, t.id AS source FROM memora.edge JOIN memora.claim s ON s.scope = $1 AND s.key = edge.source
     JOIN memora.claim t ON t.scope = $1 AND t.key = edge.target WHERE ${resting} AND s.recorded_until IS NULL`,
    [scope],
  );
  const cited = `substr(reference.name, ${CITED.length + 1})`;
  const dangling = await db.query<Derivation>(
    `SELECT claim.id AS derived, ${cited} AS source FROM memora.reference JOIN memora.claim ON claim.scope = $1 AND claim.key = reference.claim
       AND claim.recorded_until IS NULL
     WHERE reference.scope = $1 AND reference.name >= '${CITED}' AND reference.name < '${CITED}~' AND reference.type = ${DERIVES}
       AND NOT EXISTS (SELECT 1 FROM memora.claim t WHERE t.scope = $1 AND t.id = ${cited} AND t.recorded_until IS NULL)
       AND NOT EXISTS (SELECT 1 FROM memora.former_id f JOIN memora.claim t ON t.scope = $1 AND t.key = f.claim AND t.recorded_until IS NULL
         WHERE f.scope = $1 AND f.id = ${cited})`,
    [scope],
  );
  const fallen = await db.query<{ id: ClaimId }>(
    `SELECT DISTINCT t.id FROM memora.edge JOIN memora.claim t ON t.scope = $1 AND t.key = edge.target
     WHERE ${resting} AND (t.recorded_until IS NOT NULL OR t.status IN (1, 4))`,
    [scope],
  );
  const paths = toFactStaleness({ derivations, dangling, fallen: fallen.map(({ id }) => id) }, decisions);
  const fell = (['superseded', 'stale', 'retracted'] as const).map(statusCodes.toCode).join(', ');
  const pages = await db.query<FallenRow>(
    `SELECT page.key, page.id, fell.id AS source FROM memora.note JOIN memora.claim page ON page.scope = $1 AND page.note = note.key
     JOIN memora.edge ON edge.scope = $1 AND edge.source = page.key AND edge.type = ${DERIVES} AND edge.recorded_until IS NULL
     JOIN memora.claim fell ON fell.scope = $1 AND fell.key = edge.target AND (fell.recorded_until IS NOT NULL OR fell.status IN (${fell}))
     WHERE note.scope = $1 AND note.type = '${DERIVED_NOTE}' ORDER BY page.id, fell.id`,
    [scope],
  );
  return [...paths, ...toPageStaleness(firstFallen(pages, decisions.revalidated), paths)];
}

/** Exactly the live claims that would become stale if the claim were retracted now. */
export async function readFallout({ db, scope }: ScopeReading, id: ClaimId): Promise<StalePath[]> {
  const derivations = await db.query<Derivation>(
    `SELECT s.id AS derived, t.id AS source FROM memora.edge JOIN memora.claim s ON s.scope = $1 AND s.key = edge.source
     JOIN memora.claim t ON t.scope = $1 AND t.key = edge.target
     WHERE edge.scope = $1 AND edge.type IN (${DEPENDENCIES}) AND edge.recorded_until IS NULL AND s.recorded_until IS NULL`,
    [scope],
  );
  return createProvenanceGraph(derivations).fallout([id]);
}

/** The generated pages, by path. */
export async function readPages({ db, scope }: ScopeReading): Promise<StoredPage[]> {
  const rows = await db.query<StoredPage>(
    `SELECT path, size, mtime AS "mtimeMs", (SELECT count(*) FROM memora.claim WHERE claim.scope = $1 AND claim.note = note.key) AS statements
     FROM memora.note WHERE scope = $1 AND type = '${DERIVED_NOTE}' ORDER BY path`,
    [scope],
  );
  return rows.map(fromStoredRow);
}
