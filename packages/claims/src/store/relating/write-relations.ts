import { edgeCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { CHANGE_JUDGE } from '../changes/write-changes.ts';
import { parseStored } from '../read/parse-stored.ts';
import type { FoundRelation } from './find-relations.ts';
import { SAID_TO_REPLACE } from './memories/write-replacements.ts';

const CONTRADICTS = edgeCodes.toCode('contradicts');
const ENTAILS = edgeCodes.toCode('entails');

/**
 * Brings the `contradicts` and `entails` edges between the claims under the keys in line with what is found now, and returns the
 * row keys of every claim whose conflicts may have changed. A `contradicts` edge goes from the claim stored first to the other,
 * an `entails` edge from what is enough to what follows. An edge is closed, never deleted.
 */
export function writeRelations(
  db: Sqlite.Database,
  keys: ReadonlySet<number>,
  find: (frameKey: number) => FoundRelation[],
  now: number,
): Set<number> {
  const found = new Map<string, FoundRelation>();
  for (const key of keys) for (const relation of find(key)) found.set(pairOf(relation), relation);

  const touched = new Set<number>();
  for (const { type, a, b } of found.values()) if (type === 'contradicts') touched.add(a).add(b);
  const standing = closeSettled(db, keys, touched, found, find, now);
  const open = db.prepare(
    `INSERT INTO edge (source, type, target, recorded_from, metadata) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (source, type, target, recorded_from) DO UPDATE SET recorded_until = NULL, metadata = excluded.metadata`,
  );
  for (const [pair, relation] of found) {
    const judge = standing.get(pair);
    if (judge === judgeOf(relation) || isKeptElsewhere(judge)) continue;
    const [source, target] = endsOf(relation);
    open.run(source, edgeCodes.toCode(relation.type), target, now, toMetadata(relation));
  }
  return touched;
}

/** Closes the edges that no key gives any more, adds the ends of conflicts to `touched`, and returns the pairs that stand. */
function closeSettled(
  db: Sqlite.Database,
  keys: ReadonlySet<number>,
  touched: Set<number>,
  found: ReadonlyMap<string, FoundRelation>,
  find: (frameKey: number) => FoundRelation[],
  now: number,
): Map<string, string> {
  const standing = new Map<string, string>();
  const membersOf = db.prepare<[number], number>('SELECT claim FROM frame_key WHERE key = ?').pluck();
  const close = db.prepare(
    'UPDATE edge SET recorded_until = ? WHERE source = ? AND type = ? AND target = ? AND recorded_from = ?',
  );
  const members = new Set(db.prepare<[], number>('SELECT claim FROM unrelated').pluck().all());
  for (const key of keys) for (const claim of membersOf.all(key)) members.add(claim);
  for (const { source, target, type, recorded_from, metadata } of openEdges(db, members)) {
    const pair = keyOfEdge(type, source, target);
    const judge = readJudge(metadata);
    // Those are kept in line elsewhere, and go before what the rules find.
    if (isKeptElsewhere(judge)) {
      standing.set(pair, judge);
      continue;
    }
    const again = found.get(pair);
    if (
      again === undefined ? isGivenElsewhere(db, keys, source, target, pair, find) : judgeOf(again) === judge
    ) {
      standing.set(pair, judge);
    } else {
      close.run(now, source, type, target, recorded_from);
      if (type === CONTRADICTS) touched.add(source).add(target);
    }
  }
  return standing;
}

/** True for edges that other passes keep in line: what a memory says it replaces, and what a judge of changes said. */
function isKeptElsewhere(judge: string | undefined): boolean {
  return judge === SAID_TO_REPLACE || judge?.startsWith(CHANGE_JUDGE) === true;
}

interface OpenEdge {
  readonly source: number;
  readonly target: number;
  readonly type: number;
  readonly recorded_from: number;
  readonly metadata: string | null;
}

/** The open edges of both types that touch the claims, each once. */
function openEdges(db: Sqlite.Database, members: ReadonlySet<number>): OpenEdge[] {
  const sql = `SELECT source, target, type, recorded_from, metadata FROM edge WHERE recorded_until IS NULL AND type`;
  // Where most of the claims are looked at, one walk over the edges is cheaper than two look-ups for each claim.
  if (members.size > MANY) {
    return db
      .prepare<[], OpenEdge>(`${sql} IN (${CONTRADICTS}, ${ENTAILS})`)
      .all()
      .filter(({ source, target }) => members.has(source) || members.has(target));
  }
  const ends = [CONTRADICTS, ENTAILS].flatMap((type) =>
    ['source', 'target'].map((end) => db.prepare<[number], OpenEdge>(`${sql} = ${type} AND ${end} = ?`)),
  );
  const edges = new Map<string, OpenEdge>();
  for (const claim of members) {
    for (const end of ends) {
      for (const edge of end.all(claim)) edges.set(keyOfEdge(edge.type, edge.source, edge.target), edge);
    }
  }
  return [...edges.values()];
}

function readJudge(metadata: string | null): string {
  return metadata === null ? '' : parseStored<{ judge: string }>(metadata).judge;
}

const MANY = 5_000;

/** True where a key that was not looked at now gives the pair. */
function isGivenElsewhere(
  db: Sqlite.Database,
  keys: ReadonlySet<number>,
  source: number,
  target: number,
  pair: string,
  find: (frameKey: number) => FoundRelation[],
): boolean {
  const shared = db
    .prepare<[number, number], number>(
      'SELECT x.key FROM frame_key x JOIN frame_key y ON x.key = y.key WHERE x.claim = ? AND y.claim = ?',
    )
    .pluck()
    .all(source, target);
  return shared.some((key) => !keys.has(key) && find(key).some((relation) => pairOf(relation) === pair));
}

/** A conflict has no direction: its edge goes from the lower row key to the higher. */
function endsOf({ type, a, b }: FoundRelation): [source: number, target: number] {
  return type === 'contradicts' && b < a ? [b, a] : [a, b];
}

function pairOf(relation: FoundRelation): string {
  return keyOfEdge(edgeCodes.toCode(relation.type), ...endsOf(relation));
}

function keyOfEdge(type: number, source: number, target: number): string {
  return `${type} ${source} ${target}`;
}

function judgeOf(relation: FoundRelation): string {
  return relation.type === 'contradicts' ? relation.judge : '';
}

function toMetadata(relation: FoundRelation): string | null {
  if (relation.type === 'entails') return null;
  const { reason, singleValued, judge } = relation;
  return JSON.stringify({ reason, single_valued: singleValued, judge });
}
