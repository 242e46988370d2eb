import { type ClaimId, normaliseTerm } from '@memora/core';
import type { PreparedClaim } from '../prepare-claims.ts';
import { bandCodes } from './codes.ts';
import type { TermTable } from './intern-terms.ts';
import type { LiveClaim } from './note-statements.ts';

/** A claim that the note should have after the write. */
export interface ClaimDraft {
  readonly id: ClaimId;
  readonly claim: PreparedClaim;
  readonly fingerprint: Buffer;
  readonly segment: { readonly fingerprint: Buffer; readonly offset: number } | null;
}

/** Which live claim each draft is, in the order of the drafts, and the live claims that no draft is. */
export interface ClaimMatches {
  readonly liveByDraft: readonly (LiveClaim | undefined)[];
  readonly gone: readonly LiveClaim[];
}

/**
 * Matches by id first. A claim that was carried here from another note has an id that this note would not give it: such
 * rows are matched by their bytes and what they say.
 */
export function matchClaims(
  terms: TermTable,
  drafts: readonly ClaimDraft[],
  live: readonly LiveClaim[],
): ClaimMatches {
  if (live.length === 0) return { liveByDraft: [], gone: [] };
  const liveById = new Map(live.map((row) => [row.id, row]));
  const liveByDraft = drafts.map((draft) => {
    const row = liveById.get(draft.id);
    if (row !== undefined) liveById.delete(draft.id);
    return row;
  });
  if (liveById.size > 0 && liveByDraft.includes(undefined)) {
    const rowsBySaying = new Map<string, LiveClaim[]>();
    for (const row of liveById.values()) {
      const key = sayingOfRow(row);
      const rows = rowsBySaying.get(key);
      if (rows === undefined) rowsBySaying.set(key, [row]);
      else rows.push(row);
    }
    for (const [i, draft] of drafts.entries()) {
      if (liveByDraft[i] !== undefined || draft.claim.band === 'secret') continue;
      const row = rowsBySaying.get(sayingOfDraft(terms, draft))?.shift();
      if (row === undefined) continue;
      liveByDraft[i] = row;
      liveById.delete(row.id);
    }
  }
  return { liveByDraft, gone: [...liveById.values()] };
}

function sayingOfRow(row: LiveClaim): string {
  const subject = row.inherited === 1 ? '' : row.topic;
  return `${row.fingerprint.toString('hex')} ${row.band} ${subject} ${row.predicate} ${row.object ?? '\u0000'}`;
}

function sayingOfDraft(terms: TermTable, draft: ClaimDraft): string {
  const { subject, predicate, object, inherited } = draft.claim.extracted;
  const topic = inherited ? '' : terms.topicKey(normaliseTerm(subject), normaliseTerm(predicate));
  const band = bandCodes.toCode(draft.claim.band);
  return `${draft.fingerprint.toString('hex')} ${band} ${topic} ${terms.termKey(predicate)} ${object ?? '\u0000'}`;
}
