import type { Claim } from '@memora/claims';
import { type Band, type ClaimId, sliceSpan } from '@memora/core';
import { findPlace } from '@memora/ingest/anchors';
import type { DetectorMode } from '@memora/privacy';
import { type ClaimLookup, type SourceAnchor, verifySpans } from '@memora/validator';
import { openSourceLines, type SourceLines } from './read-source-lines.ts';
/** Where the words of a claim are: in place, elsewhere in the note, gone, or the note itself is missing. */
export type SpanState = 'intact' | 'relocated' | 'changed' | 'gone';

/** Maximum bytes of the surrounding lines on either side of a claim: more than any view shows. A line may be the whole note. */
const AROUND = 4_000;

/** The current text at the place of a claim. */
export interface Evidence {
  readonly state: SpanState;
  readonly span: { readonly start: number; readonly end: number };
  /** Secret text is masked; null if the words are gone, and for every secret claim. */
  readonly lines: SourceLines | null;
  /** The place in the document that the note was made from; absent for other notes, and if there are no lines. */
  readonly anchor?: SourceAnchor;
}

/** The dependencies of reading evidence. */
export interface EvidencePorts {
  readonly readNote: (notePath: string) => Promise<Uint8Array | null>;
  /** True if the bytes are those of the claim's span. */
  readonly matchesSpan: (id: string, bytes: Uint8Array) => boolean | Promise<boolean>;
  readonly citable: ClaimLookup;
  /** `[privacy] detector`. */
  readonly detector?: DetectorMode;
  /** `[privacy] default_note_privacy`. */
  readonly defaultBand?: Band;
}

/** Re-reads and re-hashes the span of every claim, each note once. */
export async function readEvidence(
  claims: readonly Claim[],
  { readNote, matchesSpan, citable, detector = 'off', defaultBand = 'private' }: EvidencePorts,
  signal?: AbortSignal,
): Promise<Map<ClaimId, Evidence>> {
  const evidence = new Map<ClaimId, Evidence>();
  const lines = { detector, defaultBand, around: AROUND };
  const moved: Claim[] = [];
  for (const [path, ofNote] of Map.groupBy(claims, ({ notePath }) => notePath)) {
    signal?.throwIfAborted();
    const bytes = await readNote(path);
    const linesOf = bytes === null ? () => null : await openSourceLines(bytes, lines);
    for (const claim of ofNote) {
      const span = bytes === null ? null : sliceSpan(bytes, claim.span);
      if (span !== null && (await matchesSpan(claim.id, span))) {
        evidence.set(claim.id, {
          state: 'intact',
          span: claim.span,
          ...shown(claim, linesOf, bytes),
        });
      } else if (bytes === null) {
        evidence.set(claim.id, { state: 'gone', span: claim.span, lines: null });
      } else {
        moved.push(claim);
      }
    }
  }
  if (moved.length === 0) return evidence;
  const found = await citable(moved.map(({ id }) => id));
  const checks = await verifySpans(found.values(), { sources: readNote, ...(signal ? { signal } : {}) });
  const checkById = new Map(checks.map((check) => [check.claimId, check]));
  for (const [path, ofNote] of Map.groupBy(moved, ({ notePath }) => notePath)) {
    const bytes = await readNote(path);
    const linesOf = bytes === null ? () => null : await openSourceLines(bytes, lines);
    for (const claim of ofNote) {
      const check = checkById.get(claim.id);
      if (check?.state === 'intact') {
        const at = { ...claim, span: check.span };
        evidence.set(claim.id, { state: 'relocated', span: check.span, ...shown(at, linesOf, bytes) });
      } else {
        evidence.set(claim.id, { state: 'changed', span: claim.span, lines: null });
      }
    }
  }
  return evidence;
}

function shown(
  { band, span }: Pick<Claim, 'band'> & { readonly span: { readonly start: number; readonly end: number } },
  linesOf: (span: { readonly start: number; readonly end: number }) => SourceLines | null,
  note: Uint8Array | null,
): Pick<Evidence, 'lines' | 'anchor'> {
  const lines = band === 'secret' ? null : linesOf(span);
  if (lines === null || note === null) return { lines };
  const { text, marked } = lines;
  const anchor = findPlace(note, span.start, text.slice(marked.start, marked.end));
  return anchor === null ? { lines } : { lines, anchor };
}
