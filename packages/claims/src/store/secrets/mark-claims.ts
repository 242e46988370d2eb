import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { toClaimMark, toNoteMark } from '../../ledger/claim-mark.ts';
import type { LedgerMark, LedgerVerb } from '../../ledger/parse-ledger.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { toMarkedClaim } from './ledger-guide.ts';

/**
 * Maximum number of other notes with the same statement that an entry lists. More are a template, and the
 * unlisted ones are retracted with the claim after its note is deleted.
 */
const MOST_ELSEWHERE = 50;

/**
 * Returns an entry's data about claims besides their ids, in the order of the ids; null for an unknown id. An
 * erasure stores no path, because a file may be named after erased text.
 */
export function markClaims(
  db: Sqlite.Database,
  codec: SecretCodec | undefined,
  verb: LedgerVerb,
  ids: readonly ClaimId[],
): (LedgerMark | null)[] {
  const find = prepareQuery(db, 'wholeClaim');
  const others = prepareValue(db, 'notesWithBytes');
  const nameOf = (path: string): string[] => {
    if (verb !== 'erase') return [path];
    return codec === undefined ? [] : [toNoteMark(codec, path)];
  };
  return ids.map((id) => {
    const row = find.get(id);
    if (row === undefined) return null;
    return {
      fingerprint: codec === undefined ? null : toClaimMark(codec, verb, toMarkedClaim(row, codec)),
      note: nameOf(row.note_path)[0] ?? null,
      elsewhere: others.all(row.fingerprint, row.note, MOST_ELSEWHERE).flatMap(nameOf),
    };
  });
}
