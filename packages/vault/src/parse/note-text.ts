import { type Band, decodeText, type OffsetTable, type Span, strictestBand, toSpan } from '@memora/core';
import type { Range } from './block.ts';
import { countNotAfter } from './count-not-after.ts';

/** A privacy region in bytes, from `@memora/privacy`. */
interface BandRegion extends Range {
  readonly band: Band;
}

/** The text of a note with the data that every step of the parser needs. Offsets are UTF-16 units of `text`. */
export interface NoteText {
  readonly text: string;
  /** `text` with each privacy marker blanked out at the same length, so markers never change the structure. */
  readonly masked: string;
  readonly table: OffsetTable;
  readonly valid: boolean;
  /** True if the note holds no marker; `masked` is then `text`. */
  readonly unmarked: boolean;
  /** Replaces each unit of a marker inside a line: not white space, no meaning in Markdown, absent from `text`. */
  readonly filler: string;
  readonly noteBand: Band;
  /** The strictest band of the note and of every region that touches the span. */
  readonly bandOf: (span: Span) => Band;
  readonly spanOf: (range: Range) => Span;
  /** The 1-based number of the line that holds an offset. */
  readonly lineOf: (at: number) => number;
}

interface MarkedNote {
  readonly regions: readonly BandRegion[];
  readonly markers: readonly Range[];
}

export function createNoteText(bytes: Uint8Array, marked: MarkedNote, noteBand: Band): NoteText {
  const { text, table, valid } = decodeText(bytes);
  const filler = marked.markers.length === 0 ? '' : unusedCharacter(text);
  const masked = filler === '' ? text : maskMarkers(text, table, marked.markers, filler);
  const { regions } = marked;
  return {
    text,
    masked,
    table,
    valid,
    unmarked: filler === '',
    filler,
    noteBand,
    bandOf: (span) => (regions.length === 0 ? noteBand : strictestOver(regions, span, noteBand)),
    spanOf: ({ start, end }) => toSpan(table.toByte(start), table.toByte(end)),
    lineOf: createLineCounter(text),
  };
}

/** Counts line endings once, on first use: a note may produce as many diagnostics as it has lines. */
function createLineCounter(text: string): NoteText['lineOf'] {
  let starts: number[] | null = null;
  return (at) => {
    starts ??= [
      0,
      ...Array.from(text.matchAll(/\r\n|\n|\r/gu), ({ index, 0: ending }) => index + ending.length),
    ];
    return countNotAfter(starts, at);
  };
}

function strictestOver(regions: readonly BandRegion[], span: Span, noteBand: Band): Band {
  let band = noteBand;
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((regions[middle] as BandRegion).end <= span.start) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < regions.length; i++) {
    const region = regions[i] as BandRegion;
    if (region.start >= span.end) break;
    band = strictestBand(band, region.band);
  }
  return band;
}

/** A private-use character that does not occur in the text. */
function unusedCharacter(text: string): string {
  let code = 0xe000;
  while (code < 0xf8ff && text.includes(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

/** A marker alone on its line becomes spaces (a blank line); any other marker becomes filler. Line endings stay. */
function maskMarkers(text: string, table: OffsetTable, markers: readonly Range[], filler: string): string {
  let masked = '';
  let at = 0;
  for (const marker of markers) {
    const start = table.toUtf16(marker.start);
    const end = table.toUtf16(marker.end);
    if (start < at || end <= start) continue;
    masked += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, filler);
    at = end;
  }
  masked += text.slice(at);
  const alone = new RegExp(`^[ \\t]*${filler}[${filler} \\t]*$`, 'gm');
  return masked.replace(alone, (line) => ' '.repeat(line.length));
}
