import { normaliseTerm } from '@memora/core';
import { readRelativeDate, saysSince } from '@memora/language/asked-time';
import { finiteWords } from '@memora/language/assertion';
import { endsBefore, findDate, isDateOnly, scanDates, type Validity } from '@memora/language/dates';
import { detectLanguage, type GuessedLanguage } from '@memora/language/detect';
import { ARTICLES, COPULAS, readPerson, wordsOf } from '@memora/language/words';
import type { ParsedNote, Segment } from '@memora/vault';
import { isMemoryPath, NOTE_KEYS, toPlainText } from '@memora/vault/internal';
import type { ClaimAssertion } from '../../model/claim.ts';
import type { ExtractedClaim } from '../../model/extractor.ts';
import { isKeyOfReader } from '../../prepare/is-bookkeeping-key.ts';
import { dateAtStart, type NoteDates } from '../../prepare/note-dates.ts';
import { isHearsay } from '../../prepare/segment-voice.ts';
import { entryAbove } from '../decisions/entry-above.ts';
import { readDecision } from '../decisions/read-decision.ts';
import { gateText } from './gate-text.ts';
import { isStep, STEP_REASONS } from './is-step.ts';
import { kindOfText } from './kind-of-text.ts';
import { nameAtStart } from './name-at-start.ts';
import { readAssertion } from './read-assertion.ts';
import { readLead } from './read-lead.ts';
import { datesOfCell, hasBothLimits } from './times/dates-of-cell.ts';
import { readDue } from './times/read-due.ts';
import { readTimes, sinceSaid, withoutDays } from './times/read-times.ts';
import { topicOf } from './topic-of.ts';

/** One segment in its note. */
export interface SegmentTask {
  readonly note: ParsedNote;
  readonly bytes: Uint8Array;
  readonly index: number;
  readonly dates: NoteDates;
  readonly language: GuessedLanguage | null;
  /** How many claims the note's cells may still make; decremented here. */
  readonly cells: { left: number };
}

/** A cell's claim contains its whole row, so a note of nothing but cells would be stored many times over. */
export const MOST_CELLS = 20_000;
/** A wider or longer row is data: one claim, the row itself. The maximum in our test vaults: 14 columns, 930 units. */
const MOST_COLUMNS = 64;
const LONGEST_ROW = 2_000;

/** Returns the claims of a segment, or the reason why it makes none. */
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
    case 'definition':
      return readField(task, segment);
    case 'task':
      return readTask(task, segment);
    default:
      return readProse(task, segment);
  }
}

function readProse(task: SegmentTask, segment: Segment): ExtractedClaim[] | string {
  const markdown = segment.prose ?? segment.text;
  const text = toPlainText(markdown).trim();
  const reason = gateText(text, markdown, segment);
  if (reason !== null && !(STEP_REASONS.has(reason) && isStep(task))) return reason;
  const assertion = readAssertion(text, segment);
  const lead = segment.kind === 'list_item' ? readLead(markdown) : null;
  const ofKind = kindOf(task, segment, text, lead?.key);
  if (lead !== null) {
    const { key: predicate, value: object } = lead;
    return [claimOf(task, segment, { predicate, object, assertion, confidence: 0.9, ...ofKind })];
  }
  const entry = ofKind.kind === 'decision' ? entryAbove(task.note, segment) : null;
  const subject = isAboutUser(text, segment)
    ? { subject: USER, inherited: false }
    : entry !== null
      ? { subject: entry }
      : assertion === 'asserted' && ofKind.kind !== 'procedure' && segment.band !== 'secret'
        ? topicAtStart(task, markdown, text)
        : {};
  return [claimOf(task, segment, { ...subject, assertion, ...ofKind })];
}

/** A sentence that begins with a name is about that name, unless it is secret, because subjects are displayed. The topic of a memory comes from its note. */
function topicAtStart({ note }: SegmentTask, markdown: string, text: string): Partial<ExtractedClaim> {
  if (isMemoryPath(note.path)) return {};
  const [first = '', ...rest] = normaliseTerm(text).split(' ');
  const said = (ARTICLES.has(first) ? rest : [first, ...rest]).join(' ');
  const own = [note.title, ...note.frontmatter.aliases].find((name) =>
    said.startsWith(`${normaliseTerm(name)} `),
  );
  const name = own ?? nameAtStart(markdown);
  return name === null ? {} : { subject: name };
}

/** Returns the claim kind of a segment: a decision by its place, else by its words. */
function kindOf(
  task: SegmentTask,
  segment: Segment,
  text: string,
  label: string | null = null,
): Pick<ExtractedClaim, 'kind' | 'metadata'> {
  const said = saidOn(task, segment);
  const decision = readDecision(task.note, task.index, { label, isDated: said !== null });
  if (decision === null) return { kind: kindOfText(text, segment.headingPath) };
  const { status, by } = decision;
  const day = said?.validFrom ?? null;
  const metadata = {
    decision: status,
    ...(by !== null && { by_whom: by }),
    ...(day !== null && { said: day }),
  };
  return { kind: 'decision', metadata };
}

/** The subject for the person who talks to the assistant, in every conversation. */
const USER = 'user';

/** True if a user speaks about themselves, or an assistant about the user. */
function isAboutUser(text: string, { turn }: Segment): boolean {
  if (turn === undefined || !turn.own || (turn.role !== 'user' && turn.role !== 'assistant')) return false;
  const person = readPerson(text, () => detectLanguage(text).language);
  return person === (turn.role === 'user' ? 'speaker' : 'addressee');
}

const BOOKKEEPING = new Set(
  (
    'id title tags tag aliases alias created updated modified cssclass cssclasses publish permalink privacy region refs summary ' +
    'valid_from valid_until confidence source collapsed draft layout template position uuid'
  ).split(' '),
);
/** Keys that mark a remark and name nothing. */
const REMARK =
  /^(?:note|nb|warning|caution|attention|important|tip|hint|example|examples|e\.g|for example|ps|update|todo|fixme|hinweis|achtung|beispiel|exemple|ejemplo|nota|fix|feat|chore|refactor|docs|perf|style|test|trust me)$/iu;
const PLACEHOLDER = /\{\{[^}]*\}\}|<%[^%]*%>/u;

function readProperty(task: SegmentTask, segment: Segment): ExtractedClaim[] | string {
  const { field } = segment;
  if (field === undefined || field.value.trim() === '') return 'empty';
  const key = field.key.trim().toLowerCase();
  // Programs write the frontmatter of conversations and memories, so no line of it is a fact from a person.
  const isOurs = task.note.frontmatter.source === 'conversation' || isMemoryPath(task.note.path);
  if (isOurs || isKeyOfReader(task.note, key) || BOOKKEEPING.has(key) || NOTE_KEYS.includes(key))
    return 'bookkeeping';
  if (PLACEHOLDER.test(segment.text)) return 'template';
  const subject = task.note.title;
  return [claimOf(task, segment, { subject, predicate: field.key, object: field.value, confidence: 1 })];
}

const FINITE: ReadonlySet<string> = new Set(finiteWords());

function readField(task: SegmentTask, segment: Segment): ExtractedClaim[] | string {
  const { field } = segment;
  if (field === undefined) return readProse(task, segment);
  const value = toPlainText(field.value);
  if (value === '') return 'empty';
  const key = toPlainText(field.key);
  // A finite verb before the last word makes it a clause, not a name.
  const isClause = wordsOf(key).some((word, i) => i > 0 && FINITE.has(word));
  if (segment.kind === 'definition' && isClause) return readProse(task, segment);
  if (segment.kind === 'field' && (BOOKKEEPING.has(key.toLowerCase()) || /^logseq\b|^ls-/u.test(key)))
    return 'bookkeeping';
  if (PLACEHOLDER.test(value)) return 'template';
  const assertion = readAssertion(value, segment);
  const ofKind = kindOf(task, segment, value, key);
  if (REMARK.test(key)) return [claimOf(task, segment, { assertion, ...ofKind })];
  const confidence = segment.kind === 'field' ? 1 : 0.9;
  return [claimOf(task, segment, { predicate: key, object: value, confidence, assertion, ...ofKind })];
}

function readRow(task: SegmentTask, segment: Segment): ExtractedClaim[] | string {
  const { cells, header } = segment;
  if (segment.isHeader === true || header === undefined) return 'header';
  const [first, ...others] = cells ?? [];
  const subject = first === undefined ? '' : toPlainText(first.text.slice(0, LONGEST_ROW)).trim();
  if (first === undefined || subject === '') return 'empty';
  const assertion = assertionOfPlace(segment);
  const claims: ExtractedClaim[] = [];
  const isData =
    others.length > MOST_COLUMNS || segment.text.length > LONGEST_ROW || others.length > task.cells.left;
  for (const [i, cell] of isData ? [] : others.entries()) {
    const predicate = toPlainText(header[i + 1] ?? '').trim();
    const object = toPlainText(cell.text).trim();
    if (predicate === '' || object === '' || EMPTY_CELLS.has(object)) continue;
    const stated = { subject, predicate, object, inherited: false, assertion, confidence: 1 };
    claims.push(claimOf(task, segment, stated, datesOfCell(segment, i + 1)));
  }
  task.cells.left -= claims.length;
  return claims.length === 0 ? [claimOf(task, segment, { assertion })] : claims;
}

/** Placeholders of empty cells. */
const EMPTY_CELLS = new Set(['-', '--', '–', '—']);

function readTask(task: SegmentTask, segment: Segment): ExtractedClaim[] | string {
  // The box belongs to the first sentence: the rest of the item is not covered by it.
  const before = task.note.segments[task.index - 1];
  if (before?.kind === 'task' && before.block === segment.block) return readProse(task, segment);
  const subject = toPlainText(segment.prose ?? segment.text).trim();
  if (subject === '') return 'empty';
  const object = STATE_BY_MARK[segment.task?.mark ?? ' '] ?? 'open';
  const asks = readAssertion(subject, segment) === 'question';
  const assertion = asks ? 'question' : assertionOfPlace(segment);
  const stated = { subject, predicate: 'is', object, inherited: false, assertion, confidence: 1 };
  return [claimOf(task, segment, { ...stated, metadata: { task: true, ...eventOfTask(task, segment) } })];
}

/** Returns the day on which a task is due; if it is done or dropped, the day of that. */
function eventOfTask(task: SegmentTask, segment: Segment): { readonly event?: string } {
  const isOver = STATE_BY_MARK[segment.task?.mark ?? ' '] !== undefined && segment.task?.mark !== '/';
  const said = saidOn(task, segment)?.validFrom ?? null;
  const event = isOver
    ? (textDate(segment)?.validFrom ?? null)
    : readDue(segment.prose ?? segment.text, said, task.language);
  return event === null ? {} : { event };
}

/** The state for each mark in a task's box; any other mark means open. */
const STATE_BY_MARK: Readonly<Record<string, string>> = {
  x: 'done',
  X: 'done',
  '-': 'cancelled',
  '/': 'in progress',
};

/** A table or task in a quotation is another person's words. */
function assertionOfPlace(segment: Segment): ClaimAssertion {
  return isHearsay(segment) ? 'quoted' : 'asserted';
}

/** Returns the claim of a memory whose words have no form that states something: it was saved on purpose. Returns null if the note has no words. */
export function claimOfMemory(task: Omit<SegmentTask, 'index'>): ExtractedClaim | null {
  const { note } = task;
  const index = note.segments.findIndex(
    ({ kind, text }) => kind !== 'property' && /[\p{L}\p{N}]/u.test(text),
  );
  const segment = note.segments[index];
  return segment === undefined ? null : claimOf({ ...task, index }, segment, {});
}

/** Returns the claim "states" for a segment that makes no other claim. */
export function claimOfSegment(task: SegmentTask): ExtractedClaim {
  const segment = task.note.segments[task.index] as Segment;
  const text = toPlainText(segment.prose ?? segment.text).trim();
  return claimOf(task, segment, { assertion: readAssertion(text, segment) });
}

/** `dated` is the part of the segment whose dates apply to the claim: the whole segment by default. */
function claimOf(
  task: SegmentTask,
  segment: Segment,
  parts: Partial<ExtractedClaim>,
  dated = segment.text,
): ExtractedClaim {
  const isObject = parts.object == null ? isSaidOfDay(segment) : isDateOnly(parts.object);
  const { event, validity } = timesOf(task, segment, isObject, dated);
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
    ...((event !== null || parts.metadata !== undefined) && {
      metadata: { ...(event !== null && { event }), ...parts.metadata },
    }),
  };
}

/** Returns when the claim holds and when its event happens: from its text, else from when it was said. */
function timesOf(
  { dates, language }: SegmentTask,
  segment: Segment,
  isObject: boolean,
  text: string,
): { readonly validity: Validity | null; readonly event: string | null } {
  const said = saidOn({ dates }, segment);
  const day = said?.precision === 'day' || said?.precision === 'instant' ? said.validFrom : null;
  const dated = textDate(segment, text);
  if (dated !== null) {
    const isSpan = segment.kind === 'property' || hasBothLimits(segment);
    const own = isSpan ? dated : withoutDays(dated);
    if (isObject) return { validity: said, event: own.validFrom };
    return { validity: day === null ? own : sinceSaid(own, day), event: own.validFrom };
  }
  if (day === null || language === null || segment.kind === 'task' || segment.turn !== undefined)
    return { validity: said, event: null };
  const read = readTimes(segment.prose ?? text, day, language, endsBefore);
  if (read === null) return { validity: said, event: null };
  return { validity: isObject ? said : read.validity, event: read.event };
}

/** Returns when a segment was said, if its note says so. */
function saidOn({ dates }: Pick<SegmentTask, 'dates'>, segment: Segment): Validity | null {
  return (
    dates.ofHeading(segment.headingPath) ??
    turnDate(segment) ??
    dates.ofNote ??
    dateAtStart(segment.prose ?? segment.text)
  );
}

/** Returns the date of a turn, or the date that it names relative to that. */
function turnDate({ turn, text }: Segment): Validity | null {
  const at = turn?.at ?? null;
  const named = at === null ? null : readRelativeDate(text, at);
  if (named !== null) return named;
  return at === null ? null : { validFrom: at, validUntil: null, precision: 'instant' };
}

/** True if a sentence gives the day of something, "The deadline is 1 May 2025": this is not a day from which that holds. */
function isSaidOfDay({ text }: Segment): boolean {
  const [day] = scanDates(text);
  if (day === undefined) return false;
  const before = text.slice(0, day.start);
  // A word for a beginning or an end makes it a period, whatever verb comes before it.
  if (endsBefore(before) || saysSince(before)) return false;
  return wordsOf(before)
    .slice(-BETWEEN)
    .some((word) => COPULAS.has(word));
}

/** Maximum number of words from a verb to its day, counting the verb: `is due on`. */
const BETWEEN = 3;

/** Returns the date in the text; for a task only the day on which it was done or created, never its due date. */
function textDate(segment: Segment, text = segment.text): Validity | null {
  if (!/\d{4}/u.test(text)) return null;
  if (segment.kind !== 'task') return findDate(text.replace(/\]\([^()\s]*\)|<?https?:[^\s>]+>?/gu, ' '));
  const done = /(?:✅|\[completion::)\s*(\d{4}-\d{2}-\d{2})/u.exec(segment.text)?.[1];
  return done === undefined ? null : findDate(done);
}
