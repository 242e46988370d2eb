import type { Claim } from '@memora/claims';
import { segmentSentences } from '@memora/language/sentences';
import type { Unit, UnitBlock, UnitLine } from './unit.ts';

/** A unit as a bullet of the draft: every sentence, item, row and fence with its citation. */
export function formatUnit(unit: Unit): string {
  const depths = [...new Set(unit.blocks.map(({ depth }) => depth))].sort((a, b) => a - b);
  const isList = unit.blocks.some(({ kind }) => kind === 'item') && unit.blocks.length > 1;
  const date = dateOf(unit);
  let text = '';
  let indent = '';
  unit.blocks.forEach((block, i) => {
    const first = i === 0;
    const level = Math.min(3, depths.indexOf(block.depth));
    if (block.kind !== 'code' || first) {
      const isItem = block.kind === 'item' && isList;
      indent = first ? '  ' : `  ${'  '.repeat(isItem ? level : 0)}`;
      const mark = first ? '- ' : isItem ? `${indent}${block.mark} ` : indent;
      if (block.kind === 'code') text += `- ${formatCode(block, '  ').trimStart()}\n`;
      else text += `${mark}${formatLines(block, first ? date : null)}\n`;
    } else text += `${formatCode(block, indent)}\n`;
  });
  return text.trimEnd();
}

/** What the note itself quotes is told as a quotation. */
function quoteOf({ text, claims }: UnitLine): string {
  return `“${text}” ${markers(claims)}`;
}

function formatLines({ lines, oneALine }: UnitBlock, date: string | null): string {
  return lines
    .map((line, i) => {
      if (line.claims[0]?.assertion === 'quoted') return quoteOf(line);
      const text =
        i === 0 && date !== null && !line.text.includes(date) ? `${date}: ${line.text}` : line.text;
      const isLast = i === lines.length - 1;
      return `${citeEachSentence(text, line.claims)}${!isLast && oneALine && !ENDED.test(text) ? ';' : ''}`;
    })
    .join(' ');
}

/** A line that ends in a sign, or in a field of a record (`type:: feature`), ends by itself. */
const ENDED = /[\p{P}\p{S}][*_~"'”’»)\]]*$|^[\p{L}\p{N}_-]+::?\s/u;

function formatCode({ lines }: UnitBlock, indent: string): string {
  return lines
    .map((line) =>
      [...codeLines(line).map((each) => `${indent}${each}`), `${indent}${markers(line.claims)}`].join('\n'),
    )
    .join('\n');
}

/** The lines of a fence, as far out as the outermost of them stands; code without a fence gets one. */
function codeLines({ text }: UnitLine): string[] {
  const lines = text.replace(/\r\n?/gu, '\n').split('\n');
  const [opening = ''] = lines;
  const fence = /^(`{3,}|~{3,})/u.exec(opening)?.[1];
  const widths = lines
    .slice(1)
    .flatMap((line) => (line.trim() === '' ? [] : [/^\s*/u.exec(line)?.[0].length ?? 0]));
  const least = Math.min(...(widths.length === 0 ? [0] : widths));
  const body = [opening, ...lines.slice(1).map((line) => line.slice(Math.min(least, line.length)))];
  if (fence !== undefined) return body;
  const own = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/gu), ([run]) => run.length + 1)));
  return [own, ...body, own];
}

/** A marker carries the one sentence it follows, and a span may hold several. */
function citeEachSentence(text: string, claims: readonly Claim[]): string {
  return segmentSentences(text, { bias: 'split' })
    .map(({ start, end }) => `${text.slice(start, end)} ${markers(claims)}`)
    .join(' ');
}

function markers(claims: readonly Claim[]): string {
  return `[claim:${claims[0]?.id}]`;
}

/** The day, month or year that a unit of one passage holds from; nothing where only the file's own time is known. */
function dateOf({ blocks }: Unit): string | null {
  const [claim] = blocks[0]?.lines[0]?.claims ?? [];
  if (claim === undefined || claim.validFrom === null) return null;
  if (claim.precision === 'unknown' || claim.precision === 'instant') return null;
  return claim.validFrom.slice(0, 10);
}
