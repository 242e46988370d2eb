import type { StatementUnit } from '../statement-unit.ts';
import { WORDLIKE } from '../wordlike.ts';
import { endsInColon } from './ends-in-colon.ts';

/** A line of an answer that introduces statements, without its markers. */
export interface LineAbove {
  readonly unit: StatementUnit;
  readonly plain: string;
}

interface OpenLine extends LineAbove {
  /** Counts the blocks of the answer. */
  readonly block: number;
  /** The list, table or quotation that it introduces; null for paragraphs, 0 if the next block decides. */
  group: number | null;
}

/**
 * Reads the units of an answer in order and returns the lines above each one, outermost first: headings,
 * lead-ins, and the items that it is in. A line of text without a marker is one only if it stays
 * (`keepsUncited`).
 */
export function createLinesAbove(
  keepsUncited: boolean,
): (unit: StatementUnit, plain: string) => readonly LineAbove[] {
  let open: OpenLine[] = [];
  let block = 0;
  /** A unit may be asked about again, joined with the ones behind it. */
  let last: { readonly start: number; readonly open: OpenLine[] } | null = null;
  return (unit, plain) => {
    if (last?.start === unit.start) ({ open } = last);
    else if (unit.first) {
      block++;
      open = open.filter((line) => !isOver(line, unit));
    }
    last = { start: unit.start, open };
    const { role, item, group, markers, leading } = unit;
    const isText = role === 'text' && (keepsUncited || markers.length > leading);
    // An item introduces what is in it, and a sentence with a colon the rest of its paragraph.
    const isIntroducing = endsInColon(plain);
    const above = open.filter((line) => line.block < block || endsInColon(line.plain));
    const isLine = role === 'heading' || role === 'leadin' || (isText && (item || isIntroducing));
    if (isLine && WORDLIKE.test(plain))
      open = [...open, { unit, plain, block, group: role === 'text' ? group : 0 }];
    return above;
  };
}

function isOver(line: OpenLine, unit: StatementUnit): boolean {
  const { role, level, item, indent, group } = line.unit;
  if (unit.role === 'heading') return role !== 'heading' || unit.level <= level;
  if (role === 'heading') return false;
  if (item) return unit.group !== group || (unit.item && unit.indent <= indent);
  // Several paragraphs may follow a lead-in, and only another one ends it.
  if (line.group === 0) line.group = isPart(unit) ? unit.group : null;
  return line.group === null ? unit.role === 'leadin' && !unit.item : unit.group !== line.group;
}

/** True for a part of a list, table, code or quotation. */
function isPart({ role, item, lead }: StatementUnit): boolean {
  return item || role !== 'text' || lead.includes('>');
}
