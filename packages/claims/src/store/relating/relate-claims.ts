import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { EntityEntry } from '../../entities/parse-entities.ts';
import type { LedgerDecisions } from '../../ledger/ledger-decisions.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { PredicateValues } from '../../relate/predicate-values.ts';
import { createOverruling } from '../changes/create-overruling.ts';
import { writeChanges } from '../changes/write-changes.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { applyForgetting, type Forgotten } from './apply-forgetting.ts';
import { createSlotFinder } from './find-slot-conflicts.ts';
import { markForPredicates, recordVersions } from './is-relating-due.ts';
import { writeReplacements } from './memories/write-replacements.ts';
import { refreshSlotKeys } from './refresh-slot-keys.ts';
import { writeCoOccurrences } from './write-co-occurrences.ts';
import { writeConflicts } from './write-conflicts.ts';
import { writeReferences } from './write-references.ts';

import { writeResolution } from './write-resolution.ts';
import { writeStaleness } from './write-staleness.ts';

export interface RelateOptions {
  /** Milliseconds; the `recorded` time of what the pass writes. */
  readonly now: number;
  readonly decisions: LedgerDecisions;
  /** What the user's config says of predicates; a change of it relates every claim again. */
  readonly predicates?: PredicateValues;
  /** What a person says of names; a change of it relates every value again. */
  readonly entities?: readonly EntityEntry[];
  /** The judge whose kept verdicts go before the rules; null for the rules alone. */
  readonly judge?: string | null;
  /** Opens what secret claims say, which are compared with each other; without it they are left as they are. */
  readonly codec?: SecretCodec | undefined;
  /** False compares nothing; everything else is brought up to date. */
  readonly contradict?: boolean;
}

/** What one pass changed. */
export interface RelateOutcome {
  /** Conflicts among the claims looked at, without the settled ones. */
  readonly contradictions: number;
  /** Stale claims in the whole store. */
  readonly stale: number;
  /** Claims that the ledger forgets from now on: no index may hold them any longer. */
  readonly forgotten: readonly Forgotten[];
}

/**
 * The pass after all notes: forgets what the ledger forgets, finds the conflicts of the claims that changed, decides them,
 * and spreads staleness. Costs what the subjects of the changed claims cost, not what the vault does; a second run
 * changes nothing. Run it in a transaction.
 */
export function relateClaims(db: Sqlite.Database, options: RelateOptions): RelateOutcome {
  const forgotten = applyForgetting(db, options);
  markForPredicates(db, options);
  const changed = options.contradict === false ? [] : relateChanged(db, options);
  const replaced = options.contradict === false ? [] : writeReplacements(db, options.now);
  const judged = options.contradict === false ? [] : writeChanges(db, options.now, options.judge ?? null);
  const named = keysOfIds(db, options.decisions.named);
  const left = prepareValue(db, 'changedByDecision').all();
  const contradictions = writeResolution(
    db,
    new Set([...changed, ...replaced, ...judged, ...named, ...forgotten.map(({ key }) => key), ...left]),
    options,
  );
  writeCoOccurrences(db, writeReferences(db, options.now), options.now);
  // What was not compared stays marked, for the run that compares it.
  if (options.contradict !== false) {
    prepareQuery(db, 'forgetUnrelated').run();
    recordVersions(db, options);
  }
  return { contradictions, stale: writeStaleness(db, options), forgotten };
}

/** Compares the claims that changed with those about the same; returns the ends of every conflict that may have changed. */
function relateChanged(db: Sqlite.Database, options: RelateOptions): ReadonlySet<number> {
  const keys = refreshSlotKeys(db, options.entities);
  const isOverruled = createOverruling(db, options.judge ?? null);
  const find = createSlotFinder(db, { predicates: options.predicates, isOverruled });
  return writeConflicts(db, keys, find, options.now);
}

function keysOfIds(db: Sqlite.Database, ids: ReadonlySet<ClaimId>): number[] {
  if (ids.size === 0) return [];
  return prepareValue(db, 'keysOfIds').all(JSON.stringify([...ids]));
}

/** How many live claims that are not secret are stale. */
export function countStale(db: Sqlite.Database): number {
  return prepareValue(db, 'countStale').get() ?? 0;
}
