import type { Range } from '../parse/block.ts';

/** The ranges of inline code (`` `a` ``, any number of ticks) in a text, in order, in linear time. A run without a closing run of the same length is text. */
export function findInlineCode(text: string): Range[] {
  const runs: Range[] = [];
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at)) {
    const start = at;
    while (text[at] === '`') at++;
    runs.push({ start, end: at });
  }
  if (runs.length < 2) return [];
  const next = new Map<number, number>();
  const closing = new Array<number>(runs.length).fill(-1);
  for (let i = runs.length - 1; i >= 0; i--) {
    const { start, end } = runs[i] as Range;
    closing[i] = next.get(end - start) ?? -1;
    next.set(end - start, i);
  }
  const ranges: Range[] = [];
  for (let i = 0; i < runs.length; ) {
    const close = closing[i] ?? -1;
    const { start } = runs[i] as Range;
    if (close === -1 || isEscaped(text, start)) {
      i++;
      continue;
    }
    ranges.push({ start, end: (runs[close] as Range).end });
    i = close + 1;
  }
  return ranges;
}

/** True if an odd number of backslashes is before `at`. */
export function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (at - slashes > 0 && text[at - slashes - 1] === '\\') slashes++;
  return slashes % 2 === 1;
}

/** `text` with every unit inside the ranges replaced by `character`, at the same length. */
export function blankRanges(text: string, ranges: readonly Range[], character: string): string {
  if (ranges.length === 0) return text;
  let result = '';
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at) continue;
    result += text.slice(at, start) + character.repeat(end - start);
    at = end;
  }
  return result + text.slice(at);
}

const LINK =
  /\[\[[^[\]\n]{1,400}\]\]|\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s"[^"\n]*")?\)|<[a-z][a-z0-9+.-]*:[^<>\s]*>|https?:\/\/[^\s<>]*[^\s<>.!?,;:'")\]]|\$[^$\n]+\$/giu;
const STOPS = /[.!?…。．！？｡؟۔।॥]/gu;

/** Masks the sentence stops inside inline code, links, addresses and formulas. Keeps the length; used only for sentence segmentation. */
export function hideInnerStops(text: string): string {
  let hidden = text;
  if (text.includes('`')) {
    const parts: string[] = [];
    let at = 0;
    for (const { start, end } of findInlineCode(text)) {
      parts.push(text.slice(at, start), text.slice(start, end).replace(STOPS, '_'));
      at = end;
    }
    hidden = parts.join('') + text.slice(at);
  }
  if (!/\[\[|\]\(|:\/\/|\$|<[a-z]/iu.test(text)) return hidden;
  return hidden.replace(LINK, (link) => link.replace(STOPS, '_'));
}
