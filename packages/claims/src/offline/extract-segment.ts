import type { ParsedNote, Segment } from '@memora/vault';
import { toPlainText } from '@memora/vault';
import type { ExtractedClaim } from '../extractor.ts';
import { findDate } from './find-dates.ts';
import { gateText } from './gate-text.ts';
import type { NoteDates } from './note-dates.ts';
import { readAssertion } from './read-assertion.ts';
import { readTriple } from './read-triple.ts';

/** One segment in its note. */
export interface SegmentTask {
  readonly note: ParsedNote;
  readonly bytes: Uint8Array;
  readonly index: number;
  readonly dates: NoteDates;
}

/** The claims of a segment, or the reason why it makes none. */
export function extractSegment(task: SegmentTask): ExtractedClaim[] | string {
  const segment = task.note.segments[task.index] as Segment;
  switch (segment.kind) {
    case 'heading':
    case 'comment':
    case 'reference':
    case 'html':
      return segment.kind;
    case 'math':
      return 'markup';
    case 'property':
      return readProperty(task, segment);
    case 'table_row':
      return readRow(task, segment);
    case 'code':
      return segment.text.trim() === ''
        ? 'empty'
        : [claimOf(task, segment, { assertion: 'code', confidence: 1 })];
    case 'field':
      return readField(task, segment);
    case 'task':
      return readTask(task, segment);
    default:
      return readProse(task, segment);
  }
}

function readProse(task: SegmentTask, segment: Segment): ExtractedClaim[] | string {
  const text = toPlainText(segment.prose ?? segment.text).trim();
  const reason = gateText(text, segment);
  if (reason !== null) return reason;
  const assertion = readAssertion(text, segment);
  const triple = assertion === 'asserted' ? readTriple(text) : null;
  if (triple === null) return [claimOf(task, segment, { assertion })];
  return [claimOf(task, segment, { ...triple, inherited: false, assertion, confidence: 0.9 })];
}

const BOOKKEEPING = new Set(
  'id title tags tag aliases alias created updated modified cssclass cssclasses publish permalink privacy region refs summary valid_from valid_until confidence source'.split(
    ' ',
  ),
);

function readProperty(task: SegmentTask, segment: Segment): ExtractedClaim[] | string {
  const { field } = segment;
  if (field === undefined || field.value.trim() === '') return 'empty';
  if (BOOKKEEPING.has(field.key.toLowerCase())) return 'bookkeeping';
  const subject = task.note.title;
  return [claimOf(task, segment, { subject, predicate: field.key, object: field.value, confidence: 1 })];
}

function readField(task: SegmentTask, segment: Segment): ExtractedClaim[] | string {
  const { field } = segment;
  if (field === undefined || field.value.trim() === '') return 'empty';
  const assertion = readAssertion(field.value, segment);
  return [claimOf(task, segment, { predicate: field.key, object: field.value, confidence: 1, assertion })];
}

function readRow(task: SegmentTask, segment: Segment): ExtractedClaim[] | string {
  const { cells, header } = segment;
  if (segment.isHeader === true || header === undefined) return 'header';
  const [first, ...others] = cells ?? [];
  const subject = first === undefined ? '' : toPlainText(first.text).trim();
  if (first === undefined || subject === '') return 'empty';
  const claims: ExtractedClaim[] = [];
  for (const [i, cell] of others.entries()) {
    const predicate = toPlainText(header[i + 1] ?? '').trim();
    const object = toPlainText(cell.text).trim();
    if (predicate === '' || object === '') continue;
    claims.push(claimOf(task, segment, { subject, predicate, object, inherited: false, confidence: 1 }));
  }
  return claims.length === 0 ? [claimOf(task, segment, {})] : claims;
}

function readTask(task: SegmentTask, segment: Segment): ExtractedClaim[] | string {
  const subject = toPlainText(segment.prose ?? segment.text).trim();
  if (subject === '') return 'empty';
  const object = segment.task?.done === true ? 'done' : 'open';
  return [claimOf(task, segment, { subject, predicate: 'task', object, inherited: false, confidence: 1 })];
}

function claimOf(task: SegmentTask, segment: Segment, parts: Partial<ExtractedClaim>): ExtractedClaim {
  const validity = findDate(segment.text) ?? task.dates.ofHeading(segment.headingPath) ?? task.dates.ofNote;
  return {
    segment: task.index,
    span: segment.span,
    subject: topicOf(task.note, segment),
    inherited: true,
    predicate: 'states',
    object: null,
    kind: 'fact',
    assertion: 'asserted',
    confidence: 0.8,
    ...(validity ?? { validFrom: null, validUntil: null, precision: 'unknown' }),
    ...parts,
  };
}

/** The innermost heading, else the note's title: what a segment without a subject of its own is about. */
function topicOf(note: ParsedNote, segment: Segment): string {
  return segment.headingPath.at(-1) ?? note.title;
}
