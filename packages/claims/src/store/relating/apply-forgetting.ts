import { statusCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import type { RelateOptions } from './relate-claims.ts';

const RETRACTED = statusCodes.toCode('retracted');

/** A newly forgotten claim, and its note. */
export interface Forgotten {
  readonly key: number;
  readonly path: string;
}

/** Retracts live claims that the ledger forgets, and returns them. The indexes still contain their words. */
export function applyForgetting(
  db: Sqlite.Database,
  { decisions, now }: Pick<RelateOptions, 'decisions' | 'now'>,
): Forgotten[] {
  const wanted = JSON.stringify([...decisions.forgotten]);
  const forget = prepareQuery(db, 'claimsToForget').all(wanted, RETRACTED);
  const set = prepareQuery(db, 'setStatus');
  const log = prepareQuery(db, 'log');
  const relate = prepareQuery(db, 'relateAgain');
  for (const { key } of forget) {
    set.run(RETRACTED, key);
    log.run(now, key, 'forgotten', null, null);
    relate.run(key);
  }
  return forget;
}

/** A retracted claim that no entry forgets any more, and its note. */
export interface Remembered {
  readonly key: number;
  readonly note: number;
  readonly path: string;
}

/** Finds the live claims whose entry was removed from the ledger, or now means another claim. */
export function findRemembered(db: Sqlite.Database, forgotten: ReadonlySet<string>): Remembered[] {
  return prepareQuery(db, 'claimsToRemember').all(JSON.stringify([...forgotten]));
}

/** Restores claims. Their notes must be written again, because the text indexes have removed them. */
export function rememberClaims(db: Sqlite.Database, found: readonly Remembered[], now: number): void {
  const set = prepareQuery(db, 'setStatusAnew');
  const log = prepareQuery(db, 'log');
  const unsettle = prepareQuery(db, 'unsettleNote');
  const relate = prepareQuery(db, 'relateAgain');
  for (const { key, note } of found) {
    set.run(statusCodes.toCode('current'), key);
    log.run(now, key, 'remembered', null, null);
    unsettle.run(note);
    relate.run(key);
  }
}
