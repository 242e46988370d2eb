import type { UnitRole } from '../statement-unit.ts';
import type { BlockBreak } from './mask-block.ts';
import type { LineReading } from './open-paragraph.ts';
import type { Line } from './read-line.ts';

/** The text that may be between markers that are alone in their block. */
export const AROUND_MARKERS = /^[\s\p{P}]*$/u;
const DELIMITER_ROW = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/u;
export const MAY_BE_TABLE = /^(?:\||[^.!?。！？…]*\|)/u;
export const NEW_BLOCK: LineReading = { joins: false, indented: false, underlines: false };

/** A block that is being read: a paragraph, list item, heading, code block, table head or row. */
export interface ScannedBlock {
  readonly line: Line;
  readonly lineStart: number;
  group: number;
  role: UnitRole;
  level: number;
  /** The start of the content that was not returned as a unit yet. */
  from: number;
  end: number;
  /** Start of the content of its last line. */
  lastLine: number;
  lines: number;
  given: number;
  /** Receives each line once. */
  readonly isMarkersAlone: (line: string) => boolean;
  readonly breaks: BlockBreak[];
  readonly reading: LineReading;
  /**
   * The offset after the `===` that makes a heading of it and of the lines that it joins; 0 if there is none.
   */
  underlined: number;
}

/** A block of which the first line has been read. */
export function createScannedBlock(
  line: Line,
  role: UnitRole,
  reading: LineReading,
  place: Pick<ScannedBlock, 'lineStart' | 'group' | 'from' | 'end' | 'isMarkersAlone'>,
): ScannedBlock {
  return {
    ...place,
    line,
    role,
    reading,
    level: line.level,
    lastLine: place.from,
    lines: 1,
    given: 0,
    breaks: [],
    underlined: 0,
  };
}

export function isDelimiterRow(content: string): boolean {
  return /[|:]/u.test(content) && DELIMITER_ROW.test(content);
}
