import { type ClaimId, normaliseTerm } from '@memora/core';
import { bandCodes } from '../../../model/codes.ts';
import type { PreparedClaim } from '../../../prepare/prepare-claims.ts';
import type { TermTable } from '../intern-terms.ts';
import type { LiveClaim } from '../note-statements.ts';

const SECRET = bandCodes.toCode('secret');

/** A claim that the note must have after the write. */
export interface ClaimDraft {
  /** Its row, if known. */
  readonly key?: number | undefined;
  readonly id: ClaimId;
  readonly claim: PreparedClaim;
  readonly fingerprint: Buffer;
  /** The ledger's verdict on it. */
  readonly verdict: 'forget' | 'erase' | null;
  readonly segment: { readonly fingerprint: Buffer; readonly offset: number } | null;
}

/** The live claim of each draft, in order of the drafts, and the live claims without a draft. */
interface ClaimMatches {
  readonly liveByDraft: readonly (LiveClaim | undefined)[];
  readonly gone: readonly LiveClaim[];
}

/**
 * Matches by id first. A claim that was carried here from another note, or whose note's id changed, has an id that this note would not give it: such rows are
 * matched by bytes and content.
 */
export function matchClaims(
  terms: TermTable,
  drafts: readonly ClaimDraft[],
  live: readonly LiveClaim[],
): ClaimMatches {
  if (live.length === 0) return { liveByDraft: [], gone: [] };
  const liveById = new Map(live.map((row) => [row.id, row]));
  const liveByKey = new Map(live.map((row) => [row.key, row]));
  const fixed = drafts.map(({ key }) => (key === undefined ? undefined : liveByKey.get(key)));
  for (const row of fixed) if (row !== undefined) liveById.delete(row.id);
  const liveByDraft = drafts.map((draft, i) => {
    if (fixed[i] !== undefined) return fixed[i];
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
      if (liveByDraft[i] !== undefined) continue;
      const row = rowsBySaying.get(sayingOfDraft(terms, draft))?.shift();
      if (row === undefined) continue;
      liveByDraft[i] = row;
      liveById.delete(row.id);
    }
  }
  return { liveByDraft, gone: [...liveById.values()] };
}

function sayingOfRow(row: LiveClaim): string {
  // A secret claim's content is encrypted, and is written again with the row.
  if (row.band === SECRET) return `${row.fingerprint.toString('hex')} ${row.inherited}`;
  const subject = row.inherited === 1 ? '' : row.topic;
  return `${row.fingerprint.toString('hex')} ${row.band} ${subject} ${row.predicate} ${row.object ?? '\u0000'}`;
}

function sayingOfDraft(terms: TermTable, draft: ClaimDraft): string {
  const { subject, predicate, object, inherited } = draft.claim.extracted;
  if (draft.claim.band === 'secret') return `${draft.fingerprint.toString('hex')} ${inherited ? 1 : 0}`;
  const topic = inherited ? '' : terms.topicKey(normaliseTerm(subject), normaliseTerm(predicate));
  const band = bandCodes.toCode(draft.claim.band);
  return `${draft.fingerprint.toString('hex')} ${band} ${topic} ${terms.termKey(predicate)} ${object ?? '\u0000'}`;
}
