import type { ClaimId } from '@memora/core';
import { statusCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { createProvenanceGraph, type Derivation, type StalePath } from '../../relate/provenance-graph.ts';
import { readPageStaleness, writePageStaleness } from '../derived/page-staleness.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import type { RelateOptions } from './relate-claims.ts';

const STALE = statusCodes.toCode('stale');
const CURRENT = statusCodes.toCode('current');

/** Returns the stale claims, each with the path from the invalid claim; the sentences of pages come last. */
export function readStaleness(db: Sqlite.Database, decisions: RelateOptions['decisions']): StalePath[] {
  const paths = readFactStaleness(db, decisions);
  return [...paths, ...readPageStaleness(db, paths, decisions.revalidated)];
}

function readFactStaleness(db: Sqlite.Database, decisions: RelateOptions['decisions']): StalePath[] {
  const derivations = prepareQuery(db, 'derivationsOfFacts').all() as Derivation[];
  const dangling = prepareQuery(db, 'danglingSources').all() as Derivation[];
  if (derivations.length + dangling.length === 0) return [];
  const fallen = prepareValue(db, 'fallenSources').all() as ClaimId[];
  return toFactStaleness({ derivations, dangling, fallen }, decisions);
}

/** The dependencies between claims, and which of them are invalid. */
interface RestingClaims {
  readonly derivations: readonly Derivation[];
  /** From ids without a claim. */
  readonly dangling: readonly Derivation[];
  readonly fallen: readonly ClaimId[];
}

/** Returns the claims that are invalid because of their sources, except those that decisions accept. */
export function toFactStaleness(
  resting: RestingClaims,
  decisions: Pick<RelateOptions['decisions'], 'revalidated'>,
): StalePath[] {
  const derivations = [...resting.derivations, ...resting.dangling];
  if (derivations.length === 0) return [];
  const fallen = [...resting.fallen, ...new Set(resting.dangling.map(({ source }) => source))];
  const graph = createProvenanceGraph(derivations);
  const gone = new Set(fallen);
  const sourcesOf = Map.groupBy(derivations, ({ derived }) => derived);
  const standing = new Set(
    [...decisions.revalidated]
      .filter(([id, despite]) =>
        ancestorsOf(id, sourcesOf).every((source) => !gone.has(source) || despite.has(source)),
      )
      .map(([id]) => id),
  );
  return graph.fallout(fallen, standing);
}

/** Returns everything that a claim depends on, at any depth. */
function ancestorsOf(id: ClaimId, sourcesOf: ReadonlyMap<ClaimId, readonly Derivation[]>): ClaimId[] {
  const found = new Set<ClaimId>();
  const queue = [id];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const { source } of sourcesOf.get(at) ?? []) {
      if (found.has(source)) continue;
      found.add(source);
      queue.push(source);
    }
  }
  return [...found];
}

/** Updates the stale status of derived claims. Returns how many are stale. */
export function writeStaleness(db: Sqlite.Database, { now, decisions }: RelateOptions): number {
  const stale = new Map(readFactStaleness(db, decisions).map((path) => [path.claimId, path]));
  const marked = prepareQuery(db, 'markedStale').all();
  const set = prepareQuery(db, 'setStatus');
  const log = prepareQuery(db, 'log');
  for (const { key, id } of marked) {
    if (stale.has(id as ClaimId)) continue;
    set.run(CURRENT, key);
    log.run(now, key, 'current', null, null);
  }
  const find = prepareQuery(db, 'statusOf');
  let count = 0;
  for (const { claimId, path } of stale.values()) {
    const row = find.get(claimId);
    if (row === undefined) continue;
    if (row.status === STALE) count++;
    if (row.status !== CURRENT) continue;
    set.run(STALE, row.key);
    log.run(now, row.key, 'stale', find.get(path[0] as string)?.key ?? null, null);
    count++;
  }
  return count + writePageStaleness(db, decisions.revalidated);
}
