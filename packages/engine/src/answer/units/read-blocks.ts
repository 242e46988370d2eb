import type { Claim } from '@memora/claims';
import { decodeText } from '@memora/core';
import type { HitPassage } from '@memora/retrieval';
import { toAnswerLine } from '../to-answer-line.ts';
import type { UnitBlock, UnitLine } from './unit.ts';

/** A claim with the text of its span as it is now. */
export interface ReadClaim {
  readonly claim: Claim;
  readonly text: string;
}

/** How a passage says things that no answer may: what it asks is no answer, and what is wished for does not hold. */
const UNSAID: ReadonlySet<Claim['assertion']> = new Set(['question']);

/** The block of a passage: its claims in the order in which they stand, none that repeats another's bytes. */
export function readBlock(
  passage: HitPassage | null,
  claims: readonly ReadClaim[],
  bytes: Uint8Array | null,
): UnitBlock | null {
  const kind = passage?.kind ?? (claims[0]?.claim.assertion === 'code' ? 'code' : 'paragraph');
  const lines: UnitLine[] = [];
  let end = -1;
  const groups = Map.groupBy(
    claims.toSorted((a, b) => a.claim.span.start - b.claim.span.start || b.claim.span.end - a.claim.span.end),
    ({ claim: { span } }) => `${span.start}-${span.end}`,
  );
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || UNSAID.has(first.claim.assertion)) continue;
    // What another span holds already would be said twice.
    if (first.claim.span.start < end) continue;
    const text = kind === 'code' || first.claim.assertion === 'code' ? first.text : toAnswerLine(first.text);
    if (text.trim() === '' || holdsMarker(text) || isBookkeeping(text) || isMacro(text)) continue;
    end = first.claim.span.end;
    lines.push({ text, claims: [first, ...others].map(({ claim }) => claim) });
  }
  if (lines.length === 0) return null;
  return {
    kind,
    passage,
    lines,
    oneALine: isOneALine(lines, bytes),
    ...markOf(kind, lines[0]?.claims[0], bytes),
  };
}

/** True where a line of the note begins before each line but the first, as one jots down facts. */
function isOneALine(lines: readonly UnitLine[], bytes: Uint8Array | null): boolean {
  const spans = lines.map(({ claims }) => claims[0]?.span);
  return spans.every((span, i) => {
    const end = spans[i - 1]?.end;
    return (
      end === undefined || span === undefined || bytes?.subarray(end, span.start).includes(0x0a) === true
    );
  });
}

/** A property that an editor keeps for itself: a time in milliseconds, the id of a block, whether it is folded. */
function isBookkeeping(line: string): boolean {
  return /^[\w-]+::?\s*(?:\d{10,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$|^(?:collapsed|heading)::\s*true$/iu.test(
    line,
  );
}

/** A line that an editor fills in by itself: `{{embed ((60acdeb9-…))}}`. */
function isMacro(line: string): boolean {
  return /^\{\{[^{}]*\}\}$/u.test(line);
}

/** Text of a note that looks like a citation would be read as one. */
function holdsMarker(line: string): boolean {
  return /[[\uff3b\u3010]\s*claim\s*[:：]/iu.test(line);
}

/** The list marker that stands before a claim, and how far it is indented. */
function markOf(
  kind: UnitBlock['kind'],
  claim: Claim | undefined,
  bytes: Uint8Array | null,
): Pick<UnitBlock, 'mark' | 'depth'> {
  if (kind !== 'item' || claim === undefined || bytes === null)
    return { mark: kind === 'item' ? '-' : '', depth: 0 };
  const start = bytes.lastIndexOf(0x0a, claim.span.start - 1) + 1;
  const before = decodeText(bytes.subarray(start, claim.span.start)).text;
  const [, space = '', mark = '-'] = /^([\s>]*)(?:(\d{1,9}[.)])|[-*+])\s/u.exec(before) ?? [];
  return { mark: /^\d/u.test(mark) ? mark.replace(')', '.') : '-', depth: widthOf(space) };
}

function widthOf(space: string): number {
  return [...space].reduce((width, sign) => width + (sign === '\t' ? 4 : 1), 0);
}
