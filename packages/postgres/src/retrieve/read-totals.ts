import { type LexicalTotals, toTotals } from '@memora/retrieval/internal';
import type { AskingConnection } from '../stored/create-asking.ts';
import { TOTALS } from '../stored/lexical-statements.ts';

/** For reads without words. */
export const NO_TOTALS: LexicalTotals = toTotals([]);

/** Reads the totals of the index over the scopes that the principal of the transaction sees, together with those scopes. */
export async function readTotals(db: AskingConnection): Promise<LexicalTotals> {
  return toTotals(await db.ask<[string, number]>(TOTALS, []));
}
