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
  /** Milliseconds; the `recorded` time of everything that the pass writes. */
  readonly now: number;
  readonly decisions: LedgerDecisions;
  /** The user's config of predicates; a change relates every claim again. */
  readonly predicates?: PredicateValues;
  /** The user's entries about names; a change relates every value again. */
  readonly entities?: readonly EntityEntry[];
  /** The judge whose stored verdicts override the rules; null for the rules alone. */
  readonly judge?: string | null;
  /** Decrypts secret claims, which are compared with each other; without it they stay as they are. */
  readonly codec?: SecretCodec | undefined;
  /** False skips the comparison; everything else is updated. */
  readonly contradict?: boolean;
}

/** The changes of one pass. */
export interface RelateOutcome {
  /** Unresolved conflicts among the checked claims. */
  readonly contradictions: number;
  /** Stale claims in the whole store. */
  readonly stale: number;
  /** Newly forgotten claims, which every index must remove. */
  readonly forgotten: readonly Forgotten[];
}

/**
 * The pass after all notes: applies the ledger's forgetting, finds the conflicts of changed claims, resolves them, and propagates staleness. Its cost depends
 * on the subjects of the changed claims, not on the vault; a second run changes nothing. Run it in a transaction.
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
  // Claims that were not compared stay marked for the next run.
  if (options.contradict !== false) {
    prepareQuery(db, 'forgetUnrelated').run();
    recordVersions(db, options);
  }
  return { contradictions, stale: writeStaleness(db, options), forgotten };
}

/** Compares changed claims with those about the same subject; returns the claims of every conflict that may have changed. */
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

/** Returns how many live claims that are not secret are stale. */
export function countStale(db: Sqlite.Database): number {
  return prepareValue(db, 'countStale').get() ?? 0;
}
