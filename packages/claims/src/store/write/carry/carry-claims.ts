import { isMemoryPath } from '@memora/vault/internal';
import type { ClaimIndex } from '../../../model/claim-index.ts';
import { statusCodes } from '../../../model/codes.ts';
import { CONVERSATION_NOTE } from '../../../model/conversation-note.ts';
import type * as Sqlite from '../../../model/sqlite-database.ts';
import { prepareQuery } from '../../queries/prepare-query.ts';

/**
 * Text that is cut and pasted elsewhere within this time counts as moved; later it counts as new text that
 * says the same.
 */
const WINDOW_MS = 10 * 60_000;

/** The result of carrying: how many claims, and the notes that received them. */
interface CarryOutcome {
  readonly carried: number;
  /** The carried claims that this run had retired before. */
  readonly retired: number;
  readonly paths: readonly string[];
}

/** A memory and a turn are separate pieces of evidence, even with the same words: neither continues in the other. */
function isEvidence(path: string, type: string | null): boolean {
  return type === CONVERSATION_NOTE || isMemoryPath(path);
}

/**
 * Continues a claim whose bytes left one note and appeared in another: splitting and merging notes keeps its history, edges and acknowledgements, and its old
 * id still finds it. `added` are the new claims of this run. The returned notes must be written again.
 */
export function carryClaims(
  db: Sqlite.Database,
  indexes: readonly ClaimIndex[],
  added: readonly number[],
  now: number,
): CarryOutcome {
  if (added.length === 0) return { carried: 0, retired: 0, paths: [] };
  const pairs = prepareQuery(db, 'carriedPairs').all(now - WINDOW_MS, JSON.stringify(added));
  const taken = new Set<number>();
  const paths = new Set<string>();
  const replaced: number[] = [];
  let retired = 0;
  const revive = prepareQuery(db, 'carryClaim');
  const lapse = prepareQuery(db, 'addLapse');
  const log = prepareQuery(db, 'log');
  const remove = prepareQuery(db, 'removeClaim');
  // In effect until it is written again, whatever happens in between.
  const unsettle = prepareQuery(db, 'unsettleNoteOf');
  for (const { old_key, new_key, old_until, path, type, old_path, old_type } of pairs) {
    if (isEvidence(path, type) || isEvidence(old_path, old_type)) continue;
    if (taken.has(old_key) || taken.has(new_key)) continue;
    taken.add(old_key).add(new_key);
    revive.run(statusCodes.toCode('current'), new_key, old_key);
    remove.run(new_key);
    unsettle.run(old_key);
    if (old_until >= now) retired++;
    if (old_until < now) lapse.run(old_key, old_until, now);
    log.run(now, old_key, 'carried', null, null);
    replaced.push(new_key);
    paths.add(path);
  }
  if (replaced.length > 0) {
    const list = JSON.stringify(replaced);
    prepareQuery(db, 'forgetPredecessors').run(list);
    prepareQuery(db, 'unlogged').run(list);
    for (const index of indexes) index.remove(db, replaced);
  }
  return { carried: replaced.length, retired, paths: [...paths] };
}
