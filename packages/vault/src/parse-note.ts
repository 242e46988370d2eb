import { type Band, toSpan } from '@memora/core';
import { diagnose } from './frontmatter/read-frontmatter.ts';
import { titleOfMemory } from './identity/memory-path.ts';
import { noteName, regionOf, slugOfPath } from './identity/note-identity.ts';
import type { BlockCut } from './parse/block.ts';
import type { NoteText } from './parse/note-text.ts';
import { parseBlocksInSteps } from './parse/parse-blocks.ts';
import { parseTurns } from './parse/parse-turns.ts';
import { finish, type Steps } from './parse/steps.ts';
import type { NoteDiagnostic, ParsedNote, Segment } from './parsed-note.ts';
import { openNote } from './read-note-head.ts';
import { collectInline } from './segment/collect-inline.ts';
import { cutLongName, LONGEST_STATEMENT } from './segment/cut-long-text.ts';
import { outlineNote } from './segment/outline-note.ts';
import { segmentBlocks } from './segment/segment-blocks.ts';
import { toPlainText } from './segment/to-plain-text.ts';
import { recallParsedTurns, rememberParsedTurns } from './turns/remember-parsed-turns.ts';
import { readTurnsOfNote, type TurnsOfNote } from './turns/turns-of-note.ts';

export interface ParseNoteOptions {
  /** Vault-relative, with `/`. */
  readonly path: string;
  /** The band of a note whose frontmatter names none; `private` by default. */
  readonly defaultBand?: Band;
}

/**
 * Reads the bytes of a note: frontmatter, segments with byte spans and bands, links, tags. Never throws, whatever the bytes. `diagnostics` lists what was
 * ambiguous and read in the stricter way.
 */
export function parseNote(bytes: Uint8Array, options: ParseNoteOptions): ParsedNote {
  return finish(parseNoteInSteps(bytes, options));
}

/** The same in steps, between which other work may go on. No step has a block of more than 64 kB, unless it is announced with its size. */
export function* parseNoteInSteps(bytes: Uint8Array, options: ParseNoteOptions): Steps<ParsedNote> {
  const { note, front, markers: marked } = openNote(bytes, options.defaultBand, options.path);
  const turns = readTurnsOfNote(bytes, note, front.bodyStart);
  const { tree, segments, blockIds: found } = yield* readBlocks(note, front.bodyStart, turns);
  const blockIds = turns === null ? found : turns.withTurnIds(found);
  const { links, tags: tagSpans } = yield* collectInline(note, tree.blocks);
  const { blocks, items } = outlineNote(note, tree, front.location);
  return {
    path: options.path,
    id: front.properties.id ?? slugOfPath(options.path),
    idSource: front.properties.id === null ? 'path' : 'frontmatter',
    region: regionOf(options.path),
    title: cutLongName(
      front.properties.title ??
        titleOfMemory(options.path) ??
        firstTitle(note, segments) ??
        noteName(options.path),
    ),
    frontmatter: front.properties,
    body: toSpan(note.table.toByte(front.bodyStart), bytes.length),
    band: front.band,
    segments: joinSegments(front.segments(note), segments),
    links,
    tags: joinTags(note, front.properties.tags, tagSpans),
    tagSpans,
    blockIds,
    blocks,
    items,
    turns: turns?.turns ?? [],
    diagnostics: sortDiagnostics(note, [
      ...marked.diagnostics.map(({ offset, line, message }) => ({
        code: 'PRIVACY_MARKER' as const,
        offset,
        line,
        message,
      })),
      ...front.diagnostics,
      ...(turns?.diagnostics ?? []),
      ...(tree.cuts ?? []).map((cut) => diagnoseCut(note, cut)),
    ]),
  };
}

/** `parent` is an index into all segments of the note. */
function joinSegments(front: readonly Segment[], body: readonly Segment[]): readonly Segment[] {
  const shift = front.length;
  if (shift === 0) return body;
  return [
    ...front,
    ...body.map((each) => (each.parent === null ? each : { ...each, parent: each.parent + shift })),
  ];
}

function* readBlocks(note: NoteText, bodyStart: number, turns: TurnsOfNote | null) {
  if (turns === null) {
    const tree = yield* parseBlocksInSteps(note.masked.slice(bodyStart), bodyStart);
    return { tree, ...(yield* segmentBlocks(note, tree)) };
  }
  yield note.text.length;
  const { frames } = turns;
  const known = recallParsedTurns(note, bodyStart, frames);
  const tree = parseTurns(note, bodyStart, frames, known);
  const read = yield* segmentBlocks(note, tree, turns, known);
  rememberParsedTurns(note, bodyStart, frames, tree, read);
  return { tree, ...read };
}

function diagnoseCut(note: NoteText, { kind, at }: BlockCut): NoteDiagnostic {
  const message =
    kind === 'split'
      ? 'A block of more than 64 kB, or with more than 200 underlined headings, was cut at this line to be read in time.'
      : 'Lines from here on are nested so deeply that they are read as plain paragraphs.';
  return diagnose(note, kind === 'split' ? 'NOTE_SPLIT' : 'NOTE_TOO_DEEP', at, message);
}

/**
 * A first heading of level 1 is the title if nothing comes before it. After a statement (page properties, an introduction) it names a section, and sections of
 * many notes share a name: `# Usage`.
 */
function firstTitle(note: NoteText, segments: readonly Segment[]): string | undefined {
  const at = segments.findIndex((segment) => segment.kind === 'heading');
  const heading = segments[at];
  if (heading === undefined || heading.level !== 1 || heading.within.length > 0) return undefined;
  if (heading.turn !== undefined || segments.slice(0, at).some(isStatement)) return undefined;
  return heading.band === note.noteBand
    ? toPlainText(heading.text.slice(0, LONGEST_STATEMENT)) || undefined
    : undefined;
}

/** True if the segment has words of its own: not a banner of links and pictures, and not something hidden from readers. */
function isStatement({ kind, text }: Segment): boolean {
  if (kind === 'comment' || kind === 'html' || kind === 'property') return false;
  // Removed twice, because a badge is a picture in a link.
  return /\p{L}/u.test(text.replace(LINK, '').replace(LINK, ''));
}

const LINK = /!?\[[^[\]]*\](?:\([^()]*\))?/gu;

function joinTags(note: NoteText, own: readonly string[], inline: ParsedNote['tagSpans']): string[] {
  const tags = new Set(own);
  for (const { tag, band } of inline) if (band === note.noteBand) tags.add(tag);
  return [...tags];
}

function sortDiagnostics(note: NoteText, found: readonly NoteDiagnostic[]): NoteDiagnostic[] {
  const all = [...found];
  if (!note.valid)
    all.push({
      code: 'INVALID_UTF8',
      offset: 0,
      line: 1,
      message: 'The note contains bytes that are not UTF-8: they are read as U+FFFD.',
    });
  const nul = note.text.indexOf('\0');
  if (nul >= 0)
    all.push(
      diagnose(
        note,
        'NUL_BYTES',
        nul,
        'The note contains NUL bytes, which text does not: is it a binary file?',
      ),
    );
  return all.sort((a, b) => a.offset - b.offset);
}
