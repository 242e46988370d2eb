import type { DerivedPage, DerivedStatement } from '@memora/claims';
import { type ClaimId, toSpan } from '@memora/core';
import { readBlocks } from './merge-blocks.ts';

/** Blocks about the past: their sentences may depend on superseded claims. */
const HISTORY = new Set(['superseded', 'stale', 'contradictions', 'review']);

/**
 * Reads a generated page. Nothing else reads such pages. Each sentence of a generated block with markers is a
 * statement derived from its cited claims. The user's own words on the page belong to no claim.
 */
export function readDerivedPage(page: Omit<DerivedPage, 'statements'>): DerivedPage {
  const statements: DerivedStatement[] = [];
  for (const { name, start, raw } of readBlocks(page.bytes)) {
    let offset = start;
    for (const line of raw.split(/(?<=\n)/u)) {
      statements.push(...readLine(line, offset, HISTORY.has(name)));
      offset += line.length;
    }
  }
  return { ...page, statements };
}

const LINE_PREFIX = /^(?:> ?)*[ \t]*(?:[-*] )?/u;

function readLine(line: string, offset: number, isHistory: boolean): DerivedStatement[] {
  const found: DerivedStatement[] = [];
  let from = (LINE_PREFIX.exec(line)?.[0] ?? '').length;
  for (const match of line.matchAll(/(?:[ \t]*\[claim:[0-9a-z]{16}\])+/gu)) {
    const words = line.slice(from, match.index);
    const start = from + words.length - words.trimStart().length;
    const end = from + words.trimEnd().length;
    from = match.index + match[0].length;
    if (end <= start) continue;
    const sources = [...match[0].matchAll(/[0-9a-z]{16}/gu)].map(([id]) => id as ClaimId);
    found.push({ span: toSpan(offset + start, offset + end), sources, isHistory });
  }
  return found;
}
