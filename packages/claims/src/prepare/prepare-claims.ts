import { type Band, type ClaimId, normaliseTerm, type Span } from '@memora/core';
import type { ParsedNote, Segment } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import type { ExtractedClaim } from '../model/extractor.ts';
import type { Grounding } from './evidence/ground-memory.ts';
import { hearsayOnce } from './hash-once.ts';
import { speakerOfNote } from './note-author.ts';
import { readCitedIds } from './read-cited-ids.ts';
import { sayKey } from './say-key.ts';
import { isSaidByOther, trustOfNote, trustOfSegment } from './segment-voice.ts';
import { shortHash } from './short-hash.ts';

/** An extracted claim with everything that does not depend on the store. */
export interface PreparedClaim {
  readonly extracted: ExtractedClaim;
  readonly band: Band;
  readonly span: Span;
  /** The text of the span. */
  readonly text: string;
  readonly headingPath: readonly string[];
  /** The neighbouring segments, if their band is no stricter. */
  readonly before: string;
  readonly after: string;
  /** The claims that the statement cites. */
  readonly cites: readonly ClaimId[];
  readonly confidence: number;
  readonly trust: number;
  /** Equal for claims that say the same; null for secret claims. */
  readonly said: number | null;
  /** Changes if anything that is stored or indexed of the claim changes, except its position. */
  readonly context: number;
  /** For a secret claim to be written: the unkeyed fingerprint of its bytes, in hex. */
  readonly bytesFingerprint?: string;
}

/** Precomputed hashes of claims, in file order. */
interface ClaimHashes {
  readonly said: readonly number[];
  readonly contexts: readonly number[];
}

/** Prepares the claims of a note for writing, in file order. */
export function prepareClaims(
  note: ParsedNote,
  bytes: Uint8Array,
  extracted: readonly ExtractedClaim[],
  known: ClaimHashes | null = null,
  grounding: Pick<Grounding, 'trust' | 'cites'> | null = null,
): PreparedClaim[] {
  const share = confidenceShare(note);
  const frame = frameOf(note);
  const by = speakerOfNote(note);
  const claims = extracted.length < 2 ? extracted : [...extracted].sort(byPlaceInFile);
  return claims.map((found, i) => {
    const segment = note.segments[found.segment] as Segment;
    const held = isReversed(found) ? { ...found, ...NEVER_DATED } : found;
    const said = isSaidByOther(segment) ? hearsayOnce(held, () => asHearsay(held)) : held;
    const claim = by === null ? said : { ...said, metadata: { ...said.metadata, by } };
    const text = textOf(claim, segment, bytes);
    const before = neighbour(note.segments[claim.segment - 1], segment.band);
    const after = neighbour(note.segments[claim.segment + 1], segment.band);
    const prepared = {
      extracted: claim,
      band: segment.band,
      span: claim.span,
      text,
      headingPath: segment.headingPath,
      before,
      after,
      cites: grounding?.cites ?? readCitedIds(note, claim.segment),
      confidence: claim.confidence * share,
      trust: grounding?.trust ?? trustOfSegment(note, segment),
    };
    return {
      ...prepared,
      said: segment.band === 'secret' ? null : (known?.said[i] ?? saidOf(note, prepared)),
      context: known?.contexts[i] ?? contextOf(frame, prepared),
    };
  });
}

/** Returns the claim without its `erased` neighbours: erased text must not remain as context. */
export function withoutErased(
  note: ParsedNote,
  claim: PreparedClaim,
  erased: ReadonlySet<number>,
): PreparedClaim {
  const { segment } = claim.extracted;
  const [hidesBefore, hidesAfter] = [erased.has(segment - 1), erased.has(segment + 1)];
  if (!hidesBefore && !hidesAfter) return claim;
  const band = note.segments[segment]?.band ?? note.band;
  const before = hidesBefore ? '' : neighbour(note.segments[segment - 1], band);
  const after = hidesAfter ? '' : neighbour(note.segments[segment + 1], band);
  const { headingPath, confidence } = claim;
  return {
    ...claim,
    before,
    after,
    context: shortHash(
      JSON.stringify([frameOf(note), claim.extracted, headingPath, confidence, before, after]),
    ),
  };
}

/** Compares claims by file position. */
export function byPlace(a: PreparedClaim, b: PreparedClaim): number {
  return byPlaceInFile(a.extracted, b.extracted);
}

function byPlaceInFile(a: ExtractedClaim, b: ExtractedClaim): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || a.segment - b.segment;
}

/** True if the period is empty: the two days are swapped, and it is unknown which one is right. */
function isReversed({ validFrom, validUntil }: ExtractedClaim): boolean {
  if (validFrom === null || validUntil === null) return false;
  const length = Math.min(validFrom.length, validUntil.length);
  return validUntil.slice(0, length) < validFrom.slice(0, length);
}

const NEVER_DATED = { validFrom: null, validUntil: null, precision: 'unknown' } as const;

/** Marks a claim as hearsay, whatever the extractor says: other people's words in a conversation are found and cited as theirs, and decide nothing. */
function asHearsay(claim: ExtractedClaim): ExtractedClaim {
  const assertion = claim.assertion === 'asserted' ? 'quoted' : claim.assertion;
  const kind = claim.kind === 'decision' ? 'fact' : claim.kind;
  return assertion === claim.assertion && kind === claim.kind ? claim : { ...claim, assertion, kind };
}

/** Changes if the data that every claim of the note is stored with changes. */
function frameOf(note: ParsedNote): number {
  const { title, band, frontmatter } = note;
  // Indexes also see the topic of a memory and the memories that it replaces.
  const ofMemory = isMemoryPath(note.path)
    ? ['entity', 'supersedes'].flatMap((key) => frontmatter.fields.get(key) ?? [])
    : [];
  return shortHash(
    [title, frontmatter.aliases.join('\u0001'), String(trustOfNote(note)), band, ...ofMemory].join('\u0000'),
  );
}

function confidenceShare(note: ParsedNote): number {
  const { confidence, status } = note.frontmatter;
  return (confidence ?? 1) * (status === 'draft' ? 0.5 : 1);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function textOf(extracted: ExtractedClaim, segment: Segment, bytes: Uint8Array): string {
  const { span } = extracted;
  if (span.start === segment.span.start && span.end === segment.span.end) return segment.text;
  return decoder.decode(bytes.subarray(span.start, span.end));
}

function neighbour(segment: Segment | undefined, band: Band): string {
  if (segment === undefined || segment.kind === 'comment') return '';
  return isLooserOrSame(segment.band, band) ? segment.text : '';
}

function isLooserOrSame(a: Band, b: Band): boolean {
  return a === b || b === 'secret' || a === 'public';
}

/** Returns a key that is equal for claims that say the same: an inherited subject counts with its note and headings. */
function saidOf(note: ParsedNote, claim: Omit<PreparedClaim, 'said' | 'context'>): number {
  const { subject, predicate, object, inherited } = claim.extracted;
  // A memory is a complete statement: its note's name adds nothing.
  const titles = isMemoryPath(note.path) ? [] : [note.title, ...claim.headingPath];
  const isOwn = !inherited || (object === null && beginsWith(claim.text, subject));
  const about = isOwn ? subject : [...titles, subject].join(' › ');
  const what = object === null ? { text: toComparable(claim.text) } : { object: normaliseTerm(object) };
  return sayKey(normaliseTerm(about), normaliseTerm(predicate), what);
}

/** True if a sentence begins with its subject, after an article or a mark: it says the same anywhere. */
function beginsWith(text: string, subject: string): boolean {
  const name = normaliseTerm(subject);
  return toComparable(text.slice(0, name.length + MOST_BEFORE)).includes(name);
}

const MOST_BEFORE = 6;

/** Returns a sentence without emphasis marks, line wraps and its full stop; numbers, negation and order stay. */
function toComparable(text: string): string {
  const plain = /[*_`]/u.test(text) ? text.replace(/[*_`]+/gu, '') : text;
  return normaliseTerm(plain).replace(/[.。]$/u, '');
}

function contextOf(frame: number, claim: Omit<PreparedClaim, 'said' | 'context'>): number {
  const { extracted } = claim;
  return shortHash(
    [
      frame,
      extracted.subject,
      extracted.predicate,
      extracted.kind,
      extracted.assertion,
      extracted.validFrom,
      extracted.validUntil,
      extracted.precision,
      claim.confidence,
      claim.trust,
      claim.headingPath.join('\u0001'),
      claim.before,
      claim.after,
      extracted.metadata === undefined ? '' : JSON.stringify(extracted.metadata),
      ...claim.cites,
      ...(extracted.isResolved === true ? ['resolved'] : []),
    ].join('\u0000'),
  );
}
