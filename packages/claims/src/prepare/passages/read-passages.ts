import { type Band, compareBands, toSpan } from '@memora/core';
import { type BlockPassage, groupPassages } from '@memora/language/passages';
import type { ParsedNote, Segment } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import type { NotePassage, NotePassages } from '../../model/note-passages.ts';
import { speakerOfNote } from '../note-author.ts';
import { noteDates } from '../note-dates.ts';
import { shortHash } from '../short-hash.ts';
import { toPassageBlocks } from './to-passage-blocks.ts';

const LONGEST_LEAD = 300;

/** The segments that passages may contain. */
export interface PassageChoice {
  /** Segments with a claim. */
  readonly claimed: ReadonlySet<number>;
  /** Segments of which nothing may be stored: erased, or completely forgotten. */
  readonly hidden?: ReadonlySet<number>;
  /** True if a turn of the user proves the note, which then has the user's trust. */
  readonly isUsers?: boolean;
}

/** Returns the passages of a note that are not secret, in file order. */
export function readPassages(note: ParsedNote, choice: PassageChoice): NotePassages {
  const { blocks, segments } = toPassageBlocks(note, choice);
  const dates = datesOf(note);
  const author = choice.isUsers === true ? null : speakerOfNote(note);
  const frame = { title: note.title, path: note.path, aliases: namesOf(note), date: dates.ofNote[0] ?? '' };
  const frameText = [frame.title, frame.path, ...dates.ofNote, ...frame.aliases].join('\u0001');
  const passages = groupPassages(blocks).map((grouped): NotePassage => {
    const own = grouped.entries.map((at) => segments[at] as number);
    const [first, last] = [note.segments[own[0] as number], note.segments[own.at(-1) as number]] as [
      Segment,
      Segment,
    ];
    const { band, headingPath } = first;
    const pieces = own.map((segment) => ({ segment, text: textOf(note.segments[segment] as Segment) }));
    const leadIn = leadOf(note, grouped, segments, band, choice.hidden);
    const header = headerOf(note, grouped, segments, band);
    const speaker = grouped.speaker ?? author;
    const texts = pieces.map(({ text }) => text);
    const ofHeading = dates.ofHeading(headingPath);
    return {
      kind: grouped.kind,
      band,
      span: toSpan(first.span.start, last.span.end),
      headingPath,
      section: grouped.section,
      pieces,
      lead: [leadIn, header].filter((text) => text !== null).join('\n'),
      context: {
        dates: [...new Set([...ofHeading, ...dates.ofNote])],
        speaker,
        leadIn,
        header,
      },
      print: shortHash(
        [
          ...[frameText, grouped.kind, band, leadIn ?? '', header ?? '', speaker ?? ''],
          ...[headingPath.join('\u0001'), ...texts],
        ].join('\u0000'),
      ),
    };
  });
  return { ...frame, passages };
}

/** Returns additional names under which the note can be found. A memory is one statement, so its tags and its topic or kind are among them. */
function namesOf({ path, band, frontmatter, segments }: ParsedNote): readonly string[] {
  const { aliases, tags, fields } = frontmatter;
  const hidesOne = segments.some((segment) => segment.kind === 'property' && segment.band === 'secret');
  if (!isMemoryPath(path) || band === 'secret' || hidesOne) return aliases;
  const category = fields.get('entity') ?? fields.get('kind');
  return [...aliases, ...(typeof category === 'string' ? [category] : []), ...tags];
}

function textOf({ prose, text }: Segment): string {
  return prose ?? text;
}

/** Returns the introduction of a passage, unless its band is stricter than the passage. */
function leadOf(
  note: ParsedNote,
  { leadIn }: BlockPassage,
  segments: readonly number[],
  band: Band,
  hidden: ReadonlySet<number> | undefined,
): string | null {
  const texts = leadIn.flatMap((at) => {
    const index = segments[at] as number;
    const segment = note.segments[index] as Segment;
    if (hidden?.has(index) === true || compareBands(segment.band, band) > 0) return [];
    return [textOf(segment)];
  });
  return texts.length === 0 ? null : texts.join('\n').slice(-LONGEST_LEAD);
}

function headerOf(
  note: ParsedNote,
  { header }: BlockPassage,
  segments: readonly number[],
  band: Band,
): string | null {
  const row = header === null ? undefined : note.segments[segments[header] as number];
  if (row === undefined || compareBands(row.band, band) > 0) return null;
  return (row.cells ?? [])
    .map(({ text }) => text)
    .join(' · ')
    .slice(0, LONGEST_LEAD);
}

const DATE_KEYS = new Set(['date', 'valid_from', 'valid_until']);

interface PassageDates {
  /** From the file name or the frontmatter; empty if the frontmatter hides one. */
  readonly ofNote: readonly string[];
  readonly ofHeading: (headingPath: readonly string[]) => readonly string[];
}

function datesOf(note: ParsedNote): PassageDates {
  const isSecret = note.segments.some(
    ({ kind, band, field }) => kind === 'property' && band === 'secret' && DATE_KEYS.has(field?.key ?? ''),
  );
  const { ofNote, ofHeading } = noteDates(note);
  const listOf = (dates: ReturnType<typeof ofHeading>): readonly string[] =>
    [dates?.validFrom, dates?.validUntil].flatMap((date) => (date == null ? [] : [date.slice(0, 10)]));
  return {
    ofNote: isSecret ? [] : listOf(ofNote),
    ofHeading: (headingPath) => listOf(ofHeading(headingPath)),
  };
}
