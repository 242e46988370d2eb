import type { TextRange } from '@memora/language/sentences';
import { createCover } from '@memora/language/text';
import type { InlineRange } from '../statements/find-inline.ts';

/** What a statement carries besides its words, that no cited source holds. */
export interface Embedded {
  /** What can go and leaves the words whole: images, HTML, comments, where a link leads. */
  readonly cuts: readonly TextRange[];
  /** What a reader would follow and that stands among the words: addresses, HTML without an end. */
  readonly foreign: readonly TextRange[];
}

/** HTML that only formats: it loads nothing and leads nowhere. */
const PLAIN_TAG = /^<\/?(?:b|i|em|strong|sub|sup|br|u|s|kbd|mark|code|small|del|ins|wbr)\s*\/?>$/iu;
const OPEN_TAG = /(?<!\\)<(?=[a-z/!?])/giu;
const BARE_ADDRESS = /(?<![\p{L}\p{N}@./-])www\.[^\s<>()[\]"']+/giu;
const MAY_EMBED = /[<[!]|:\/\/|www\./iu;

/** After this many units of sources what a statement embeds is held by none: nobody cites that many addresses. */
const MOST_LOOKS = 100_000_000;
const LONGEST_TAG = 2_000;

/** Finds images, addresses, link targets and HTML of `text` that stand in none of the sources. */
export function findEmbedded(
  text: string,
  inline: readonly InlineRange[],
  sourcesOf: () => readonly string[],
): Embedded {
  if (!MAY_EMBED.test(text)) return NONE;
  const sources = sourcesOf();
  const cuts: TextRange[] = [];
  const foreign: TextRange[] = [];
  let looks = 0;
  const isHeld = (words: string) =>
    words !== '' &&
    sources.some((source) => {
      looks += source.length;
      return looks <= MOST_LOOKS && source.includes(words);
    });
  const inCode = createCover(inline.filter(({ kind }) => kind === 'code'));
  const inMark = createCover(inline.filter(({ kind }) => kind !== 'emphasis'));
  for (const { kind, start, end, shown } of inline) {
    const raw = text.slice(start, end);
    if (kind === 'code' || kind === 'emphasis' || inCode(start, start + 1) || isHeld(raw)) continue;
    if (kind === 'image' || kind === 'comment') cuts.push(withSpace(text, start, end));
    else if (kind === 'tag') {
      if (!PLAIN_TAG.test(raw)) cuts.push(withSpace(text, start, end));
    } else if (kind === 'address') {
      const address = raw.replace(/^<|>$/gu, '');
      if (!isHeld(address) && !inMark(start - 1, end)) foreign.push({ start, end });
    } else if (kind === 'link') {
      if (isHeld(text.slice(shown.end + 2, end - 1))) continue;
      if (text[start] === '[') cuts.push({ start, end: shown.start }, { start: shown.end, end });
    }
  }
  for (const { 0: raw, index } of text.matchAll(BARE_ADDRESS)) {
    if (inMark(index, index + 1) || isHeld(raw.replace(/[.,;:!?]+$/u, ''))) continue;
    foreign.push({ start: index, end: index + raw.length });
  }
  for (const { index } of text.matchAll(OPEN_TAG)) {
    if (inMark(index, index + 1)) continue;
    if (!isHeld(/^<\S*/u.exec(text.slice(index, index + LONGEST_TAG))?.[0] ?? ''))
      foreign.push({ start: index, end: index + 1 });
  }
  return { cuts, foreign };
}

const NONE: Embedded = { cuts: [], foreign: [] };

/** With the space before it, where none is needed any more. */
function withSpace(text: string, start: number, end: number): TextRange {
  const after = text[end] ?? ' ';
  const space = countSpaceBefore(text, start);
  if (start - space > 0 && /[\s.,;:!?)\]。，]/u.test(after)) return { start: start - space, end };
  if (start - space > 0) return { start, end };
  const behind = /^[^\S\r\n]*/u.exec(text.slice(end))?.[0].length ?? 0;
  return { start, end: end + behind };
}

/** How many spaces stand right before `at` on its line. */
export function countSpaceBefore(text: string, at: number): number {
  let from = at;
  while (from > 0 && /[^\S\r\n]/u.test(text[from - 1] as string)) from--;
  return at - from;
}
