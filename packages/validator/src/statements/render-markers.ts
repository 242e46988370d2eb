import type { MarkerRange } from './parse-citations.ts';
import { WORDLIKE } from './wordlike.ts';

const PAIRS: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['（', '）'],
  ['**', '**'],
  ['__', '__'],
  ['*', '*'],
  ['_', '_'],
  ['`', '`'],
  ['^', '^'],
  ['<sup>', '</sup>'],
];

const FENCE_END = /(?:^|\n)[ \t>]*(?:`{3,}|~{3,})[ \t]*$/u;

/** A marker with its kept ids. Offsets are UTF-16 and count from the start of its text. */
interface KeptMarker extends MarkerRange {
  readonly kept: readonly string[];
}

/**
 * The text with only the kept ids in its markers. A marker that keeps all its ids is unchanged; one that
 * loses some is rewritten; one that loses all is removed, with its brackets and space.
 */
export function renderMarkers(text: string, markers: readonly KeptMarker[]): string {
  let rendered = '';
  let at = 0;
  for (const { start, end, ids, kept, write } of markers) {
    if (start === end || kept.length === ids.length) continue;
    if (kept.length > 0) {
      const before = text.slice(at, start);
      const written = write?.(kept) ?? `[${kept.map((id) => `claim:${id}`).join(', ')}]`;
      // After a code fence, a marker must be on its own line.
      if (!/^\s/u.test(text.slice(start, end))) rendered += before + written;
      else rendered += FENCE_END.test(before) ? `${before}\n${written}\n` : `${before} ${written}`;
      at = end;
      continue;
    }
    const [from, to] = withBrackets(text, start, end, at);
    const before = text.slice(at, from);
    const after = text[to] ?? '';
    const alone = after === '' || after === '\n' || after === '\r';
    const space = (alone ? /\s*(?:\n[ \t>]*)?$/u : /[^\S\r\n]*$/u).exec(before)?.[0] ?? '';
    if (from === 0) at = to + (/^\s*/u.exec(text.slice(to))?.[0].length ?? 0);
    else {
      const goes = after === '' || /[\s\p{P}]/u.test(after);
      rendered += goes ? before.slice(0, before.length - space.length) : before;
      if (space === '' && WORDLIKE.test(after)) rendered += ' ';
      at = to;
    }
  }
  return rendered + text.slice(at);
}

/** The text without its markers, on one line and without quote marks. */
export function plainText(text: string, start: number, markers: readonly MarkerRange[]): string {
  const only = markers[0];
  // Most statements have one marker, before their stop or at their end.
  if (markers.length === 1 && only !== undefined && only.end > only.start && !text.includes('\n')) {
    const before = text.slice(0, only.start - start);
    const after = text.slice(only.end - start);
    if (before.endsWith(' ') && (after === '' || after === '.')) return before.trim() + after;
  }
  const relative = markers.map((m) => ({ start: m.start - start, end: m.end - start, ids: m.ids, kept: [] }));
  const bare = relative.length === 0 ? text : renderMarkers(text, relative);
  return bare.includes('\n') ? bare.replace(/\r?\n(?:[ \t]*>)*[ \t]*/gu, ' ').trim() : bare.trim();
}

function withBrackets(text: string, start: number, end: number, floor: number): [number, number] {
  for (const [open, close] of PAIRS) {
    if (
      start - open.length >= floor &&
      text.startsWith(open, start - open.length) &&
      text.startsWith(close, end)
    ) {
      return withBrackets(text, start - open.length, end + close.length, floor);
    }
  }
  return [start, end];
}
