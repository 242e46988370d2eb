import { fingerprintErased } from '../../prepare/fingerprint-span.ts';
import type { NoteWork } from '../note-work.ts';
import type { ClaimDraft } from './carry/match-claims.ts';
import type { NoteWriterContext } from './note-writer.ts';

/**
 * Returns segments with a claim that the ledger erases. An incremental extractor does not return their claims again, so they are recognised by a separate
 * fingerprint.
 */
export function erasedSegments(
  { ledger, statements, terms, codec }: Pick<NoteWriterContext, 'ledger' | 'statements' | 'terms' | 'codec'>,
  { note, bytes, label, incremental }: NoteWork,
  noteKey: number,
  named: readonly number[],
): ReadonlySet<number> {
  const erased = new Set(named);
  if (ledger === null || !ledger.erases || !incremental) return erased;
  const done = statements.doneSegments.all(noteKey, terms.termKey(label)).map((each) => each.toString('hex'));
  const known = new Set(done);
  for (const [index, { span }] of note.segments.entries()) {
    const keyed = fingerprintErased(bytes.subarray(span.start, span.end), codec);
    if (keyed !== null && known.has(keyed.toString('hex'))) erased.add(index);
  }
  return erased;
}

/** Returns segments that are in no passage: those with erased claims, and those with only forgotten claims. */
export function hiddenSegments(
  erased: ReadonlySet<number>,
  claims: readonly { readonly segment: number; readonly verdict: ClaimDraft['verdict'] }[],
): ReadonlySet<number> {
  if (erased.size === 0 && claims.every(({ verdict }) => verdict === null)) return erased;
  const kept = new Set(claims.flatMap(({ segment, verdict }) => (verdict === null ? [segment] : [])));
  const forgotten = claims.flatMap(({ segment }) => (kept.has(segment) ? [] : [segment]));
  return new Set([...erased, ...forgotten]);
}
