import type { ClaimId } from '@memora/core';
import type { NoteWork } from '../note-work.ts';
import type { PreparedClaim } from '../prepare-claims.ts';
import { bandCodes, precisionCodes, statusCodes } from './codes.ts';
import { identifyClaims } from './identify-claims.ts';
import type { ClaimDraft } from './match-claims.ts';
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

/** Updates a claim that stays. True where its index entry has to be made anew. */
export function keepClaim(
  context: NoteWriterContext,
  old: LiveClaim,
  claim: PreparedClaim,
  values: (key: number) => ClaimValues,
): boolean {
  const { statements } = context;
  if (old.context === claim.context && old.band === bandCodes.toCode(claim.band)) {
    if (old.span_start !== claim.span.start || old.span_end !== claim.span.end) {
      statements.moveSpan.run(claim.span.start, claim.span.end, old.key);
    }
    return false;
  }
  const row = values(old.key);
  // Without a date in the text the claim keeps the one it came with.
  const undated = row.precision === UNKNOWN && old.precision === UNKNOWN;
  updateClaim(context, undated ? { ...row, valid_from: null } : row, old.key);
  context.onChange({ kind: 'updated', key: old.key, said: row.said, topic: row.topic });
  if (old.said !== null && old.said !== row.said) {
    context.onChange({ kind: 'updated', key: old.key, said: old.said, topic: old.topic });
  }
  return true;
}

/** Writes what changed of a claim; a validity that was another until now is kept for questions about what was known. */
function updateClaim({ statements, now }: NoteWriterContext, row: ClaimValues, key: number): void {
  statements.keepValidity.run({ now, from: row.valid_from, until: row.valid_until, key });
  statements.updateClaim.run(...toUpdateParameters(row, key));
}

/** Inserts a claim, or brings back the retired one that has its id. `counts` is one map for all claims of the note. */
export function insertClaim(
  context: NoteWriterContext,
  work: NoteWork,
  noteId: string,
  draft: ClaimDraft,
  values: (key: number) => ClaimValues,
  counts: Map<string, number>,
): ClaimValues {
  const { statements, now, codec, hash } = context;
  let row = values(context.nextKey());
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
    // The id went with its text to another note: this is one more occurrence.
    const taken = (id: ClaimId): boolean => statements.claimById.get(id)?.recorded_until === null;
    const [id] = identifyClaims(noteId, [draft.claim], work.bytes, codec, taken, hash, counts);
    row = { ...row, id: id as string };
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
