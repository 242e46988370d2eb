import { type Band, compareBands, toSpan } from '@memora/core';
import type { ParsedNote, Segment, SegmentKind } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import type { NotePassage, NotePassages, PassageKind } from '../model/note-passages.ts';
import { noteDates } from './note-dates.ts';
import { shortHash } from './short-hash.ts';

/** Longer blocks are cut between their segments, so that no passage takes long to read. */
const LONGEST_PASSAGE = 1_500;
const LONGEST_LEAD = 300;

/** Said by no passage unless a claim stands there: headings are context, the others are nothing that is read. */
const SILENT: ReadonlySet<SegmentKind> = new Set(['heading', 'comment', 'reference', 'html']);

/** Which segments a passage may be made of. */
export interface PassageChoice {
  /** Segments in which a claim stands. */
  readonly claimed: ReadonlySet<number>;
  /** Segments of which nothing may be kept: erased, or forgotten as a whole. */
  readonly hidden?: ReadonlySet<number>;
}

/** The passages of a note that are not secret, in file order. */
export function readPassages(note: ParsedNote, { claimed, hidden = NOTHING }: PassageChoice): NotePassages {
  const drafts = draftPassages(note, claimed, hidden);
  const labels = readLabels(drafts);
  const frame = {
    title: note.title,
    aliases: namesOf(note),
    date: dateOf(note),
  };
  const frameText = [frame.title, frame.date, ...frame.aliases].join('\u0001');
  const passages = drafts.map(({ segments, kind, section }, i): NotePassage => {
    const [first, last] = [segments[0] as number, segments.at(-1) as number];
    const [head, end] = [note.segments[first] as Segment, note.segments[last] as Segment];
    const pieces = segments.map((segment) => ({ segment, text: textOf(note, segment) }));
    const lead = leadOf(note, drafts, i, hidden);
    const label = labels[i] ?? '';
    const texts = pieces.map(({ text }) => text);
    return {
      kind,
      band: head.band,
      span: toSpan(head.span.start, end.span.end),
      headingPath: head.headingPath,
      section,
      pieces,
      lead,
      label,
      asks: /[?？؟]["'”’)\]*_]*$/u.test(texts.at(-1)?.trimEnd() ?? ''),
      print: shortHash(
        [frameText, kind, head.band, lead, label, head.headingPath.join('\u0001'), ...texts].join('\u0000'),
      ),
    };
  });
  return { ...frame, passages };
}

/**
 * What the note is found by beside its words. A memory is one statement: it is found by its tags and by what it is filed under, too, which is
 * what it is about, or its kind.
 */
function namesOf({ path, band, frontmatter, segments }: ParsedNote): readonly string[] {
  const { aliases, tags, fields } = frontmatter;
  const hidesOne = segments.some((segment) => segment.kind === 'property' && segment.band === 'secret');
  if (!isMemoryPath(path) || band === 'secret' || hidesOne) return aliases;
  const category = fields.get('entity') ?? fields.get('kind');
  return [...aliases, ...(typeof category === 'string' ? [category] : []), ...tags];
}

const NOTHING: ReadonlySet<number> = new Set();

interface Draft {
  readonly kind: PassageKind;
  readonly band: Band;
  readonly section: number;
  readonly block: number;
  readonly segments: number[];
  readonly first: Segment;
  length: number;
}

function draftPassages(
  note: ParsedNote,
  claimed: ReadonlySet<number>,
  hidden: ReadonlySet<number>,
): readonly Draft[] {
  const drafts: Draft[] = [];
  const isMemory = isMemoryPath(note.path);
  let section = 0;
  let open: Draft | null = null;
  for (const [index, segment] of note.segments.entries()) {
    const isAfterFrontmatter = note.segments[index - 1]?.kind === 'property';
    if (segment.kind === 'heading' || segment.kind === 'property' || isAfterFrontmatter) section++;
    const isSilent = (SILENT.has(segment.kind) || (isMemory && isByCode(segment))) && !claimed.has(index);
    if (isSilent || hidden.has(index) || segment.band === 'secret') {
      // What reached over it would have bytes of it within its span.
      open = null;
      continue;
    }
    const kind = kindOf(segment);
    const isOwn = kind === 'row' || kind === 'property';
    const goesOn =
      open !== null &&
      !isOwn &&
      open.kind === kind &&
      open.block === segment.block &&
      open.band === segment.band &&
      open.length + segment.text.length <= LONGEST_PASSAGE;
    if (goesOn && open !== null) {
      open.segments.push(index);
      open.length += segment.text.length;
      continue;
    }
    open = {
      kind,
      band: segment.band,
      section,
      block: segment.block,
      segments: [index],
      first: segment,
      length: segment.text.length,
    };
    drafts.push(open);
  }
  return drafts;
}

/**
 * True for the frontmatter of a memory, which code alone writes: as passages, ten lines would be searched for one statement. The words that
 * were quoted are somebody's.
 */
function isByCode({ kind, field }: Segment): boolean {
  return kind === 'property' && field?.key !== 'quote';
}

function kindOf({ kind, within }: Segment): PassageKind {
  if (kind === 'table_row') return 'row';
  if (kind === 'property') return 'property';
  if (kind === 'code' || kind === 'math') return 'code';
  return within.includes('list') ? 'item' : 'paragraph';
}

function textOf(note: ParsedNote, index: number): string {
  const { prose, text } = note.segments[index] as Segment;
  return prose ?? text;
}

/** What introduces a passage, as far as it is no stricter than it. */
function leadOf(note: ParsedNote, drafts: readonly Draft[], at: number, hidden: ReadonlySet<number>): string {
  const { kind, band, section, first } = drafts[at] as Draft;
  if (kind === 'row') return (first.header ?? []).join(' · ').slice(0, LONGEST_LEAD);
  if (kind !== 'item' && kind !== 'code') return '';
  const leads: string[] = [];
  const add = (index: number | undefined): void => {
    const segment = index === undefined ? undefined : note.segments[index];
    if (index === undefined || segment === undefined || hidden.has(index)) return;
    if (segment.kind === 'comment' || compareBands(segment.band, band) > 0) return;
    leads.push(textOf(note, index).slice(-LONGEST_LEAD));
  };
  let before = at - 1;
  while (kind === 'item' && drafts[before]?.kind === 'item' && drafts[before]?.section === section) before--;
  const opener = drafts[before];
  if (opener !== undefined && opener.section === section && opener.kind !== 'code') {
    const last = opener.segments.at(-1) as number;
    if (kind === 'code' || /[:：]\s*$/u.test(textOf(note, last))) add(last);
  }
  if (kind === 'item' && first.parent !== null && !(drafts[at] as Draft).segments.includes(first.parent))
    add(first.parent);
  return leads.join('\n');
}

const BOLD_LABEL = /^\s*(?:\*\*|__)([^*_\n]{1,60}?)(?::(?:\*\*|__)|(?:\*\*|__):)/u;
const PLAIN_LABEL = /^\s*(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,2}):\s/u;

/** A label holds for what follows it under the same heading, until the next: a turn of a conversation may have several blocks. */
function readLabels(drafts: readonly Draft[]): readonly string[] {
  let label = '';
  let section = -1;
  return drafts.map((draft) => {
    if (draft.section !== section) label = '';
    section = draft.section;
    const { text } = draft.first;
    const own = text.includes(':') ? (BOLD_LABEL.exec(text) ?? PLAIN_LABEL.exec(text)) : null;
    if (own !== null) label = own[1]?.trim() ?? '';
    return label;
  });
}

const DATE_KEYS = new Set(['date', 'valid_from', 'valid_until']);

function dateOf(note: ParsedNote): string {
  const isSecret = note.segments.some(
    ({ kind, band, field }) => kind === 'property' && band === 'secret' && DATE_KEYS.has(field?.key ?? ''),
  );
  return isSecret ? '' : (noteDates(note).ofNote?.validFrom?.slice(0, 10) ?? '');
}
