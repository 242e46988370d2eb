import { type LedgerDecisions, toLedgerDecisions } from '../../ledger/ledger-decisions.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { shortHash } from '../../prepare/short-hash.ts';
import { NO_PREDICATES, type PredicateValues } from '../../relate/predicate-values.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { readMeta, writeMeta } from '../schema/meta.ts';
import type { RelateOptions } from './relate-claims.ts';

/** True if there is something to relate: new or retired claims, a changed ledger or config, or a successor that has begun. */
export function isRelatingDue(db: Sqlite.Database, options: RelateOptions): boolean {
  if (prepareQuery(db, 'anyUnrelated').get() !== undefined) return true;
  if (prepareQuery(db, 'anyChangedName').get() !== undefined) return true;
  const { ledger, predicates } = versionsOf(options);
  const none = versionsOf({ now: 0, decisions: toLedgerDecisions([]) });
  if ((readMeta<number>(db, 'ledger_version') ?? none.ledger) !== ledger) return true;
  if ((readMeta<number>(db, 'predicate_version') ?? none.predicates) !== predicates) return true;
  return prepareQuery(db, 'dueClaims').get(new Date(options.now).toISOString()) !== undefined;
}

/** Marks every claim as unrelated if the config of predicates, or the judge, has changed since the last time. */
export function markForPredicates(db: Sqlite.Database, options: RelateOptions): void {
  const none = versionsOf({ now: 0, decisions: toLedgerDecisions([]) });
  const known = readMeta<number>(db, 'predicate_version') ?? none.predicates;
  if (known === versionsOf(options).predicates) return;
  prepareQuery(db, 'relateSlots').run();
}

/** Stores the ledger and the config that the claims are now related with. */
export function recordVersions(db: Sqlite.Database, options: RelateOptions): void {
  const { ledger, predicates } = versionsOf(options);
  writeMeta(db, 'ledger_version', ledger);
  writeMeta(db, 'predicate_version', predicates);
}

function versionsOf({ decisions, predicates = NO_PREDICATES, judge = null, entities = [] }: RelateOptions) {
  return { ledger: ledgerVersion(decisions), predicates: predicateVersion(predicates, judge, entities) };
}

function ledgerVersion({ conflicts, revalidated, forgotten }: LedgerDecisions): number {
  const lists = [...revalidated].map(([id, despite]) => [id, [...despite]]);
  return shortHash(JSON.stringify([conflicts, lists, [...forgotten]]));
}

function predicateVersion(
  { single, multi }: PredicateValues,
  judge: string | null,
  entities: NonNullable<RelateOptions['entities']>,
): number {
  const lists = [single, multi].map((list) => [...list].sort());
  return shortHash(JSON.stringify([lists, judge, entities]));
}
