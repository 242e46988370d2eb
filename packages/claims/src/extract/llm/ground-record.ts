import { normaliseTerm, toSpan } from '@memora/core';
import { readNumbers } from '@memora/language/numbers';
import { JOINING_WORDS } from '@memora/language/words';
import { prepareSource } from '@memora/validator/align';
import type { ParsedNote, Segment } from '@memora/vault';
import { toPlainText } from '@memora/vault/internal';
import type { ClaimAssertion, ClaimKind, Precision } from '../../model/claim.ts';
import { assertionCodes, kindCodes } from '../../model/codes.ts';
import type { ExtractedClaim } from '../../model/extractor.ts';
import { findQuote } from '../../prepare/evidence/find-quote.ts';
import { readAssertion } from '../offline/read-assertion.ts';
import type { DatesOf } from './dates-of-segment.ts';
import { readCutQuote } from './read-cut-quote.ts';
import type { ModelRecord } from './read-records.ts';

/** Why a record was refused. */
type RefusalReason = 'quote_absent' | 'quote_ambiguous' | 'subject_absent' | 'figure_absent' | 'date_absent';

/** A record that matches the note, or the reason why it does not. */
type GroundedRecord =
  | { readonly claim: ExtractedClaim }
  | { readonly segment: number | null; readonly refused: RefusalReason };

/** The parts of a note that records are checked against. */
interface NoteGrounds {
  readonly note: ParsedNote;
  /** The segments in the order in which the model saw them. */
  readonly numbered: readonly number[];
  /** The words of everything that the model was shown, including names. */
  readonly words: ReadonlySet<string>;
  readonly datesOf: DatesOf;
}

/**
 * Accepts a record only if its quote occurs verbatim in one of the segments shown, its subject is named in what the model was shown, every number of its object
 * occurs in the segment, its headings or the title, and its dates occur there or follow from the day of the statement. The other words of the triple are
 * annotation and prove nothing. A quote with a wrong segment number is accepted if it occurs in exactly one other segment.
 */
export function groundRecord(record: ModelRecord, grounds: NoteGrounds): GroundedRecord {
  const { note, numbered, words, datesOf } = grounds;
  const place = findPlace(record, note, numbered);
  if ('refused' in place) return place;
  const { index, start, end } = place;
  const refuse = (refused: RefusalReason): GroundedRecord => ({ segment: index, refused });
  const segment = note.segments[index] as Segment;
  const { subject, object, predicate } = readTerms(record);
  if (subject !== null && !holdsAll(words, subject)) return refuse('subject_absent');
  const around = [note.title, note.path, ...segment.headingPath, segment.text].join('\n');
  if (object !== null && !holdsNumbers(around, object)) return refuse('figure_absent');
  const { said, mayBe } = datesOf(segment);
  const dates = [record.event, record.validFrom, record.validUntil];
  if (!dates.every((date) => date === null || (isDate(date) && mayBe(date)))) return refuse('date_absent');
  const whole = Buffer.from(segment.text);
  // The clause after a semicolon may say something else.
  const [after = ''] = whole.toString('utf8', end).split(';', 1);
  const cut = readCutQuote(whole.toString('utf8', 0, start), after);
  const offline = cut ?? readAssertion(toPlainText(segment.text), segment);
  const named = nameOf(record.assertion, assertionCodes.names, 'asserted') as ClaimAssertion;
  const modality = nameOf(record.modality, MODALITIES, 'asserted');
  const kind = nameOf(record.kind, kindCodes.names, 'fact') as ClaimKind;
  const day = kind === 'decision' ? (said?.validFrom ?? null) : null;
  const metadata = {
    ...(record.event !== null && { event: record.event }),
    ...(day !== null && { said: day }),
    ...(kind === 'decision' && record.by !== null && { by_whom: record.by }),
    ...(modality !== 'asserted' && { modality }),
    ...(record.reportedBy !== null && { reported_by: record.reportedBy }),
  };
  return {
    claim: {
      segment: index,
      // Without its condition or speaker the clause would misquote the note.
      span: cut === null ? toSpan(segment.span.start + start, segment.span.start + end) : segment.span,
      subject: subject ?? segment.headingPath.at(-1) ?? note.title,
      inherited: subject === null || !holdsAll(wordsIn(toPlainText(segment.text)), subject),
      ...(subject !== null && { isResolved: true }),
      predicate,
      object,
      kind,
      // If the text itself shows that it does not assert this, the model can't override it.
      assertion: offline !== 'asserted' ? offline : modality === 'proposed' ? 'hypothetical' : named,
      confidence: Math.min(record.confidence ?? 0.7, 0.95),
      ...validityOf(record, said),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
  };
}

const MODALITIES = ['asserted', 'planned', 'proposed', 'reported'];

/** A record without a relation states its quote. */
function readTerms(record: ModelRecord) {
  // Underscores are part of a name as often as they are markup.
  const plain = (text: string | null) =>
    text === null ? null : (/[*`[]/u.test(text) ? toPlainText(text) : text).trim() || null;
  const subject = plain(record.subject);
  const predicate = plain(record.predicate)?.replaceAll('_', ' ');
  if (predicate === undefined || predicate === '') return { subject, predicate: 'states', object: null };
  return { subject, predicate, object: plain(record.object) };
}

type Place = { readonly index: number; readonly start: number; readonly end: number };

/** Returns the place of the quote, in bytes of the segment. */
function findPlace(
  record: ModelRecord,
  note: ParsedNote,
  numbered: readonly number[],
): Place | { readonly segment: number | null; readonly refused: RefusalReason } {
  const placeIn = (index: number): Place | null => {
    const { text } = note.segments[index] as Segment;
    const found = findQuote(prepareSource(text), record.quote);
    if (found === null) return null;
    const start = Buffer.byteLength(text.slice(0, found.start));
    return { index, start, end: start + Buffer.byteLength(text.slice(found.start, found.end)) };
  };
  const named = numbered[record.segment - 1];
  const own = named === undefined ? null : placeIn(named);
  if (own !== null) return own;
  const [only, ...others] = numbered
    .filter((index) => index !== named)
    .flatMap((index) => placeIn(index) ?? []);
  if (only !== undefined && others.length === 0) return only;
  return { segment: named ?? null, refused: only === undefined ? 'quote_absent' : 'quote_ambiguous' };
}

function holdsNumbers(text: string, object: string): boolean {
  const known = readNumbers(text).flatMap(({ values, text: written }) => [...values.map(String), written]);
  return readNumbers(object).every(
    ({ values, text: written, spelled }) =>
      spelled || values.some((value) => known.includes(String(value))) || known.includes(written),
  );
}

const DATE = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/u;

function isDate(date: string): boolean {
  return DATE.test(date) && !Number.isNaN(Date.parse(date));
}

function validityOf(
  { validFrom, validUntil }: ModelRecord,
  said: { readonly validFrom: string | null; readonly precision: Precision } | null,
): Pick<ExtractedClaim, 'validFrom' | 'validUntil' | 'precision'> {
  if (validFrom !== null) return { validFrom, validUntil, precision: precisionOf(validFrom) };
  const from = said?.validFrom ?? null;
  // Something that had already ended when it was said did not begin at that time.
  const isPast = validUntil !== null && from !== null && validUntil < from.slice(0, validUntil.length);
  if (isPast || from === null)
    return {
      validFrom: null,
      validUntil,
      precision: validUntil === null ? 'unknown' : precisionOf(validUntil),
    };
  return { validFrom: from, validUntil, precision: said?.precision ?? 'unknown' };
}

function precisionOf(date: string): Precision {
  return date.length === 4 ? 'year' : date.length === 7 ? 'month' : 'day';
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:[.,:/'’-][\p{L}\p{M}\p{N}]+)*/gu;

/** Returns the words of a text, and the parts of words that are joined by signs. */
export function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of normaliseTerm(text).matchAll(WORD)) {
    words.add(word);
    for (const part of word.split(/[.,:/'’-]/u)) words.add(part);
  }
  return words;
}

function holdsAll(known: ReadonlySet<string>, term: string): boolean {
  const words = [...normaliseTerm(term).matchAll(WORD)].map(([word]) => word);
  return words.length > 0 && words.every((word) => JOINING_WORDS.has(word) || known.has(word));
}

function nameOf(name: string | null, names: readonly string[], fallback: string): string {
  const wanted = name?.toLowerCase() ?? '';
  return names.includes(wanted) ? wanted : fallback;
}
