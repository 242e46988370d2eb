import type { Blake3, ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { bandCodes, statusCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { fingerprintErased, fingerprintSpan } from '../../prepare/fingerprint-span.ts';
import { fingerprintOnce } from '../../prepare/hash-once.ts';
import { identifyClaims } from '../../prepare/identify-claims.ts';
import type { NoteReadings } from '../../prepare/note-readings.ts';
import { placeClaims, placeNothing } from '../../prepare/passages/place-claims.ts';
import { byPlace, type PreparedClaim, prepareClaims, withoutErased } from '../../prepare/prepare-claims.ts';
import { toDocument } from '../../prepare/to-document.ts';
import { type Hidden, scrubClaims, scrubTitles } from '../erase/scrub-claims.ts';
import { forgetRefusals, writeRefusals } from '../extraction/refused-records.ts';
import type { NoteOutcome, NoteWork } from '../note-work.ts';
import { asSecret, markedFingerprints } from '../secrets/as-secret.ts';
import type { LedgerGuide } from '../secrets/ledger-guide.ts';
import { hasSecret } from '../secrets/secret-words.ts';
import { linkRevisions } from './carry/link-revisions.ts';
import { type ClaimDraft, matchClaims } from './carry/match-claims.ts';
import { reanchorClaims } from './carry/reanchor-claims.ts';
import { toClaimValues } from './claim-values.ts';
import { erasedSegments, hiddenSegments } from './erased-segments.ts';
import type { IndexChanges } from './index-changes.ts';
import type { TermTable } from './intern-terms.ts';
import { liveRows } from './live-rows.ts';
import type { ClaimValues, LiveClaim, NoteStatements } from './note-statements.ts';
import { resolveNote } from './resolve-note.ts';
import { standingSegments } from './standing-segments.ts';
import { insertClaim, keepClaim, retireClaim } from './write-claim.ts';
import { writeNoteRow } from './write-note-row.ts';

/** The dependencies of a writer; all belong to one open transaction. */
export interface NoteWriterContext {
  readonly db: Sqlite.Database;
  readonly statements: NoteStatements;
  readonly terms: TermTable;
  /** The changes for the indexes, written after the notes of the commit. */
  readonly indexChanges: IndexChanges;
  readonly codec: SecretCodec | undefined;
  /** The ledger's verdicts on claims; null if they are not needed. */
  readonly ledger: LedgerGuide | null;
  /** False in the first run over a vault: file times come from a clone or a copy as often as from an edit. */
  readonly datesEdits: boolean;
  readonly hash: Blake3;
  /** Milliseconds; the `recorded` time of the whole run. */
  readonly now: number;
  /** True if every claim must be passed to the indexes again. */
  readonly reindex: boolean;
  readonly nextKey: () => number;
  /** Called for a note with secret parts: their earlier readable text may still be in the write-ahead log, and names among the interned texts. */
  readonly onSecret: (hidden: Hidden, namesMayGo: boolean) => void;
  /** Called for each added or retired claim, for the passes after the notes. */
  readonly onChange: (change: ClaimChange) => void;
}

/** A claim that was added (`added`, `restored`), changed (`updated`) or retired (`retired`). */
interface ClaimChange {
  readonly kind: 'added' | 'restored' | 'updated' | 'retired';
  readonly key: number;
  readonly said: number | null;
  readonly topic: number | null;
}

const RETRACTED = statusCodes.toCode('retracted');
const SECRET = bandCodes.toCode('secret');

/**
 * Updates the stored claims of a note from its extraction. Claims are matched by id, so that edits around them,
 * moves and renames keep them. Those whose bytes are gone are retired, never deleted. Run it in a savepoint.
 */
export function writeNote(context: NoteWriterContext, work: NoteWork): NoteOutcome {
  const { statements, now, terms, indexChanges } = context;
  const resolved = resolveNote(statements, work.note, work.movedFrom, now);
  const live = resolved.known ? statements.liveClaims.all(resolved.key) : [];
  const drafts = draftClaims(context, work, resolved.noteId, resolved.key, live);
  const changedAt = context.datesEdits ? new Date(work.mtimeMs).toISOString() : null;
  const frame = { note: resolved.key, extractor: terms.termKey(work.label), now, changedAt };
  const matches = matchClaims(terms, drafts.claims, live);
  const added: ClaimValues[] = [];
  const counts = { added: 0, kept: 0, relocated: 0 };
  const { readings } = drafts;
  const standing: { key: number; id: ClaimId; draft: ClaimDraft; at: number; isChanged: boolean }[] = [];
  const documentNote = readings === null ? null : { count: readings.ids.length, byIndex: readings.byIndex };

  for (const [i, draft] of drafts.claims.entries()) {
    const old = matches.liveByDraft[i];
    const { id, verdict } = draft;
    if (verdict === 'erase') continue;
    const values = (key: number): ClaimValues => {
      const row = toClaimValues(
        key,
        id,
        draft.claim,
        draft.fingerprint,
        draft.segment,
        frame,
        terms,
        context.codec,
      );
      return verdict === 'forget' ? { ...row, status: RETRACTED } : row;
    };
    if (old !== undefined) {
      counts.kept++;
      if (old.span_start !== draft.claim.span.start) counts.relocated++;
      const isChanged = keepClaim(context, old, draft, values) || context.reindex;
      if (isChanged) indexChanges.remove(old.key);
      if (verdict === null) standing.push({ key: old.key, id, draft, at: i, isChanged });
      continue;
    }
    const row = insertClaim(context, values);
    // A claim that is forgotten from the start has no earlier state; later forgetting is logged where it is detected.
    if (verdict === 'forget') statements.log.run(now, row.key, 'forgotten', null, null);
    counts.added++;
    added.push(row);
    if (verdict === null)
      standing.push({ key: row.key, id: row.id as ClaimId, draft, at: i, isChanged: true });
  }
  const placed = placeClaims({
    note: resolved.key,
    parsed: work.note,
    bytes: work.bytes,
    hash: context.hash,
    claims: standing.map(({ key, draft }) => ({ key, claim: draft.claim })),
    hidden: drafts.hidden,
    byIndex: drafts.hidden.size === 0 ? (readings?.byIndex ?? null) : null,
  });
  indexChanges.place(placed);
  const inPassages = new Set(placed.claims.map(({ key }) => key));
  for (const { key, id, draft, at, isChanged } of standing) {
    const isPlaced = inPassages.has(key);
    // A claim that is in no passage any more is indexed by itself.
    if (!isChanged && (isPlaced || draft.claim.band === 'secret')) continue;
    const reading = documentNote === null ? undefined : { note: documentNote, at };
    const document = toDocument(key, id, draft.claim, work.note, context.codec, reading);
    indexChanges.add(isPlaced ? { ...document, isPlaced } : document);
  }

  const { gone } = matches;
  for (const row of gone) {
    retireClaim(context, row);
    indexChanges.remove(row.key);
  }
  linkRevisions(statements, now, added, gone);
  const hidden = hasSecret(work)
    ? scrubClaims(context.db, {
        work,
        note: resolved.key,
        fresh: freshSecrets(work, live, context),
        hash: context.hash,
      })
    : null;
  writeRefusals(context.db, resolved.key, work, now);
  writeNoteRow(context, work, resolved.key, drafts);
  if (hidden !== null) {
    const titles = scrubTitles(context.db, work, hidden);
    // A name or heading that only secret text contains now must not stay interned.
    const namesMayGo = resolved.known || titles || hidden.claimIds.length > 0;
    context.onSecret(hidden, namesMayGo);
  }
  return {
    ...counts,
    retired: gone.length,
    withheld: drafts.withheld,
    withheldSegments: drafts.withheldSegments,
  };
}

/** Returns the secret segments whose bytes match no live secret claim of the note: their text may still be readable somewhere. */
function freshSecrets(
  work: NoteWork,
  live: readonly LiveClaim[],
  { hash, codec }: NoteWriterContext,
): number[] {
  const known = new Set(
    live.filter((row) => row.band === SECRET).map((row) => row.fingerprint.toString('hex')),
  );
  return work.note.segments.flatMap(({ band, span }, index) => {
    if (band !== 'secret') return [];
    const fingerprint = fingerprintSpan(work.bytes.subarray(span.start, span.end), band, hash, codec);
    return fingerprint !== null && known.has(fingerprint.toString('hex')) ? [] : [index];
  });
}

/** Retires every live claim of a deleted note. Returns how many. */
export function removeNote(context: NoteWriterContext, path: string): number {
  // A file that could never be read has no row; its failure ends when it is deleted.
  context.statements.clearFailure.run(path);
  const row = context.statements.noteByPath.get(path);
  if (row === undefined) return 0;
  const live = context.statements.liveClaims.all(row.key);
  for (const claim of live) {
    retireClaim(context, claim);
    context.indexChanges.remove(claim.key);
  }
  context.indexChanges.place(placeNothing(row.key));
  context.statements.clearAliases.run(row.key);
  context.statements.clearSegments.run(row.key);
  forgetRefusals(context.db, [row.key]);
  context.statements.clearMatches.run(row.key);
  context.statements.removeNote.run(context.now, row.key);
  context.statements.noteIdsAreDue.run();
  context.statements.clearFailure.run(path);
  return live.length;
}

/** Returns the claims that the note must have after the write: those of the extraction, and those of segments that were not extracted. */
function draftClaims(
  context: NoteWriterContext,
  work: NoteWork,
  noteId: string,
  noteKey: number,
  live: readonly LiveClaim[],
) {
  const { note, bytes, extraction } = work;
  const { codec, hash } = context;
  const known = work.readings ?? null;
  const prepared = prepareClaims(note, bytes, extraction.claims, known, work.grounding ?? null);
  const writable = codec === undefined ? prepared.filter((claim) => claim.band !== 'secret') : prepared;
  const standing = standingSegments(work);
  const needsSegments = work.incremental || (standing.size > 0 && live.length > 0);
  const segmentFingerprints = needsSegments
    ? note.segments.map((s) => fingerprintSpan(bytes.subarray(s.span.start, s.span.end), s.band, hash, codec))
    : null;
  const anchored =
    segmentFingerprints === null || live.length === 0 || standing.size === 0
      ? []
      : reanchorClaims(
          liveRows(context.db, noteKey),
          note,
          bytes,
          standing,
          segmentFingerprints.map((f) => f?.toString('hex') ?? null),
          codec,
        );
  const hasIds = known !== null && known.noteId === noteId && anchored.length === 0;
  const stands = new Set(anchored.map(({ claim }) => claim.extracted.segment));
  // For a failed segment its existing claims take precedence.
  const isNew = ({ extracted: { segment } }: PreparedClaim) =>
    !extraction.failed.has(segment) || !stands.has(segment);
  const all: { readonly key?: number; readonly claim: PreparedClaim }[] = [
    ...anchored,
    ...writable.filter(isNew).map((claim) => ({ claim })),
  ];
  if (anchored.length > 0) all.sort((a, b) => byPlace(a.claim, b.claim));
  const ids = hasIds
    ? known.ids
    : identifyClaims(
        noteId,
        all.map(({ claim }) => claim),
        bytes,
        codec,
        hash,
      );
  const keyedSegment = (index: number): Buffer | null => {
    const { start = 0, end = 0 } = note.segments[index]?.span ?? {};
    return fingerprintErased(bytes.subarray(start, end), codec);
  };
  const toDraft = (id: ClaimId, prepared: PreparedClaim, at: number, key?: number): ClaimDraft => {
    const { span, extracted } = prepared;
    const claim = asSecret(prepared, bytes.subarray(span.start, span.end), context);
    const segment = segmentFingerprints?.[extracted.segment] ?? null;
    return {
      id,
      key,
      claim,
      verdict: verdicts?.[at] ?? null,
      fingerprint: fingerprintOf(prepared, at),
      segment:
        !work.incremental || segment === null
          ? null
          : {
              fingerprint: segment,
              offset: span.start - (note.segments[extracted.segment]?.span.start ?? 0),
            },
    };
  };
  const identified = all.map(({ key, claim }, i) => ({ id: ids[i] as ClaimId, key, claim }));
  const withheld = prepared.length - writable.length;
  const isRead = known !== null && anchored.length === 0 && withheld === 0;
  const fingerprintOf = ({ span, band, extracted }: PreparedClaim, at: number): Buffer => {
    if (isRead) return fingerprintAt(known, at);
    const create = () => fingerprintSpan(bytes.subarray(span.start, span.end), band, hash, codec) as Buffer;
    return band === 'secret' ? create() : fingerprintOnce(extracted, create);
  };
  const verdicts =
    context.ledger?.verdictsOn(
      noteKey,
      identified.map(({ id, claim }, i) => ({
        ...claim.extracted,
        id,
        ...markedFingerprints(claim, fingerprintOf(claim, i), bytes, hash),
      })),
    ) ?? null;
  const erased = erasedSegments(
    context,
    work,
    noteKey,
    identified.flatMap(({ claim }, i) => (verdicts?.[i] === 'erase' ? [claim.extracted.segment] : [])),
  );
  // The readings were made from exactly the claims of the extraction.
  const readings = erased.size === 0 && isRead ? known : null;
  return {
    claims: identified.map(({ id, key, claim }, i) =>
      toDraft(id, erased.size === 0 ? claim : withoutErased(note, claim, erased), i, key),
    ),
    readings,
    hidden: hiddenSegments(
      erased,
      identified.map(({ claim }, i) => ({
        segment: claim.extracted.segment,
        verdict: verdicts?.[i] ?? null,
      })),
    ),
    segmentFingerprints:
      segmentFingerprints?.map((known, i) => (erased.has(i) ? keyedSegment(i) : known)) ?? null,
    isErased: erased.size > 0 && identified.every(({ claim }) => erased.has(claim.extracted.segment)),
    withheld,
    withheldSegments:
      withheld === 0
        ? 0
        : new Set(prepared.filter((c) => c.band === 'secret').map((c) => c.extracted.segment)).size,
  };
}

function fingerprintAt({ fingerprints }: NoteReadings, at: number): Buffer {
  return Buffer.from(fingerprints.buffer, fingerprints.byteOffset + 32 * at, 32);
}
