import { bandCodes, precisionCodes, statusCodes } from '../../model/codes.ts';
import type { PreparedClaim } from '../../prepare/prepare-claims.ts';
import { makeRoom, reidentifyClaim } from './carry/reidentify-claim.ts';
import {
  type ClaimValues,
  type LiveClaim,
  toInsertParameters,
  toUpdateParameters,
} from './note-statements.ts';
import type { NoteWriterContext } from './note-writer.ts';

const RETRACTED = statusCodes.toCode('retracted');
const CURRENT = statusCodes.toCode('current');
const UNKNOWN = precisionCodes.toCode('unknown');

/** Updates a claim that stays, under a new id if its note has one. Returns true if its index entry must be rewritten. */
export function keepClaim(
  context: NoteWriterContext,
  old: LiveClaim,
  { id, claim }: { readonly id: string; readonly claim: PreparedClaim },
  values: (key: number) => ClaimValues,
): boolean {
  const { statements } = context;
  if (old.id === id && old.context === claim.context && old.band === bandCodes.toCode(claim.band)) {
    if (old.span_start !== claim.span.start || old.span_end !== claim.span.end) {
      statements.moveSpan.run(claim.span.start, claim.span.end, old.key);
    }
    return false;
  }
  if (old.id !== id) reidentifyClaim(statements, old.key, old.id, id);
  const row = values(old.key);
  // Without a date in the text the claim keeps its original one.
  const undated = row.precision === UNKNOWN && old.precision === UNKNOWN;
  updateClaim(context, undated ? { ...row, valid_from: null } : row, old.key);
  context.onChange({ kind: 'updated', key: old.key, said: row.said, topic: row.topic });
  if (old.said !== null && old.said !== row.said) {
    context.onChange({ kind: 'updated', key: old.key, said: old.said, topic: old.topic });
  }
  return true;
}

/** Writes the changes of a claim; its earlier validity is kept for questions about what was known. */
function updateClaim({ statements, now }: NoteWriterContext, row: ClaimValues, key: number): void {
  statements.keepValidity.run({ now, from: row.valid_from, until: row.valid_until, key });
  statements.updateClaim.run(...toUpdateParameters(row, key));
}

/** Inserts a claim, or restores the retired one with its id. */
export function insertClaim(context: NoteWriterContext, values: (key: number) => ClaimValues): ClaimValues {
  const { statements, now } = context;
  const row = values(context.nextKey());
  while (statements.addClaim.run(...toInsertParameters(row)).changes === 0) {
    const holder = statements.claimById.get(row.id);
    if (holder === undefined) continue;
    if (holder.recorded_until !== null) {
      statements.addLapse.run(holder.key, holder.recorded_until, now);
      statements.reviveClaim.run(row.note, row.status === RETRACTED ? RETRACTED : CURRENT, holder.key);
      updateClaim(context, row, holder.key);
      statements.log.run(now, holder.key, 'restored', null, null);
      context.onChange({ kind: 'restored', key: holder.key, said: row.said, topic: row.topic });
      return { ...row, key: holder.key };
    }
    makeRoom(statements, row.key, row.id);
  }
  context.onChange({ kind: 'added', key: row.key, said: row.said, topic: row.topic });
  return row;
}

/** Retires a claim: its bytes are gone, it stays in history. */
export function retireClaim(context: NoteWriterContext, row: LiveClaim): void {
  context.statements.retireClaim.run(context.now, RETRACTED, row.key);
  context.statements.log.run(context.now, row.key, 'retired', null, null);
  context.onChange({ kind: 'retired', key: row.key, said: row.said, topic: row.topic });
}
