import type { TextRange } from '@memora/language/sentences';

/** A stretch of Markdown or HTML inside a line of text. */
type InlineKind = 'code' | 'image' | 'link' | 'wikilink' | 'address' | 'tag' | 'comment' | 'emphasis';

/** Markdown reads the stretch as one unit: cutting inside it would leave its marks as text. */
interface InlineRange extends TextRange {
  readonly kind: InlineKind;
  /** Range of the visible text: the text of a link or between the marks of emphasis. Empty if nothing is visible. */
  readonly shown: TextRange;
}

/** The inline marks of a block of text. */
interface InlineMarks {
  /** In the order of their ends; emphasis may contain other marks. */
  readonly ranges: readonly InlineRange[];
  /** The first mark that further text could still close; `Infinity` if there is none. */
  readonly open: number;
}

const MAY_HOLD = /[`*_~<[\\]|:\/\//u;
const LONGEST = 1_000;
const LONGEST_EMPHASIS = 400;
const TAG = /<(?:!--[\s\S]*?-->|\/?[a-z][^<>]*>|[!?][^<>]*>)/iuy;
const AUTOLINK = /<[a-z][a-z0-9+.-]+:[^<>\s]*>/iuy;
const ADDRESS =
  /(?:https?|ftp|mailto|data|javascript|tel):[^\s<>"`\u3000-\u303f\uff00-\uffef।॥۔؟]*[^\s<>"`.,;:!?'*_~)\]\u3000-\u303f\uff00-\uffef।॥۔؟]/iuy;
const DESTINATION = /\((?:[^()\\\n]|\\.|\((?:[^()\\\n]|\\.)*\))*\)/uy;
const WIKILINK = /\[\[[^[\]\n]{1,400}\]\]/uy;
const NONE: InlineMarks = { ranges: [], open: Number.POSITIVE_INFINITY };

/** Finds code, links, images, addresses, HTML and emphasis in one block of text; each mark is read once. */
export function findInline(text: string): InlineMarks {
  if (!MAY_HOLD.test(text)) return NONE;
  const ranges: InlineRange[] = [];
  let open = Number.POSITIVE_INFINITY;
  const brackets: { readonly at: number; readonly image: boolean }[] = [];
  const emphasis: { readonly at: number; readonly end: number; readonly mark: string }[] = [];
  const ticks = createTickIndex(text);
  const found = (kind: InlineKind, start: number, end: number, shown: TextRange = { start: end, end }) =>
    ranges.push({ kind, start, end, shown });
  const mayClose = (at: number, longest: number) => {
    if (at < open && text.length - at < longest) open = at;
  };
  for (let i = 0; i < text.length; ) {
    const at = i;
    const unit = text[i] as string;
    const read = (pattern: RegExp): number => {
      pattern.lastIndex = at;
      const end = at + (pattern.exec(text)?.[0].length ?? 0);
      return end - at > LONGEST ? at : end;
    };
    i++;
    if (unit === '\\') i++;
    else if (unit === '`') {
      while (text[i] === '`') i++;
      const close = ticks.closing(at, i);
      if (close === -1) mayClose(at, LONGEST);
      else {
        found('code', at, close + (i - at), { start: i, end: close });
        i = close + (i - at);
      }
    } else if (unit === '<') {
      const address = read(AUTOLINK);
      const tag = address > at ? at : read(TAG);
      if (address > at) found('address', at, address);
      else if (tag > at) found(text.startsWith('<!--', at) ? 'comment' : 'tag', at, tag);
      i = Math.max(i, address, tag);
      if (i > at + 1) continue;
      if (/[a-z/!?]/iu.test(text[i] ?? 'a')) mayClose(at, LONGEST);
    } else if (unit === '[') {
      const wiki = text[i] === '[' ? read(WIKILINK) : at;
      if (wiki > at) {
        const image = text[at - 1] === '!';
        found(image ? 'image' : 'wikilink', image ? at - 1 : at, wiki, { start: at + 2, end: wiki - 2 });
        i = wiki;
      } else brackets.push({ at, image: text[at - 1] === '!' && text[at - 2] !== '\\' });
    } else if (unit === ']') {
      const opener = brackets.pop();
      if (opener === undefined) continue;
      DESTINATION.lastIndex = i;
      const rest = text[i] === '(' ? (DESTINATION.exec(text)?.[0].length ?? 0) : 0;
      const start = opener.image ? opener.at - 1 : opener.at;
      if (rest > 0 && rest <= LONGEST) {
        const shown = { start: opener.at + 1, end: at };
        found(opener.image ? 'image' : 'link', start, i + rest, shown);
        i += rest;
      } else if (i === text.length || text[i] === '(') mayClose(start, LONGEST);
    } else if (unit === '*' || unit === '_' || unit === '~') {
      while (text[i] === unit) i++;
      if (unit === '~' && i - at !== 2) continue;
      const before = text[at - 1] ?? ' ';
      const after = text[i] ?? '';
      if (!/\s/u.test(before) && !(unit === '_' && isWord(after))) {
        const opener = closeEmphasis(emphasis, unit, at);
        if (opener !== null) {
          found('emphasis', opener.at, i, { start: opener.end, end: at });
          continue;
        }
      }
      if (after !== '' && !/\s/u.test(after) && !(unit === '_' && isWord(before)))
        emphasis.push({ at, end: i, mark: unit });
      else if (after === '' && !(unit === '_' && isWord(before))) mayClose(at, LONGEST_EMPHASIS);
    } else if (unit === ':' && text.startsWith('//', i)) {
      let start = at;
      while (start > 0 && at - start < 10 && /[a-z]/iu.test(text[start - 1] as string)) start--;
      ADDRESS.lastIndex = start;
      const length = ADDRESS.exec(text)?.[0].length ?? 0;
      if (length === 0 || length > LONGEST) continue;
      found('address', start, start + length);
      i = start + length;
    }
  }
  for (const { at } of brackets) mayClose(at, LONGEST);
  for (const { at } of emphasis) mayClose(at, LONGEST_EMPHASIS);
  return { ranges, open };
}

type Opener = { readonly at: number; readonly end: number; readonly mark: string };

/** Removes the nearest opener of the mark, and the openers after it. */
function closeEmphasis(openers: Opener[], mark: string, at: number): Opener | null {
  for (let i = openers.length - 1; i >= 0 && i >= openers.length - 8; i--) {
    const opener = openers[i] as Opener;
    if (at - opener.at > LONGEST_EMPHASIS) return null;
    if (opener.mark !== mark) continue;
    openers.length = i;
    return opener;
  }
  return null;
}

/** Finds the run of ticks that closes another; each run is inspected once. */
function createTickIndex(text: string): { readonly closing: (start: number, end: number) => number } {
  let next: ReadonlyMap<number, number[]> | null = null;
  const runs = (): ReadonlyMap<number, number[]> => {
    const byLength = new Map<number, number[]>();
    for (const { 0: run, index } of text.matchAll(/`+/gu)) {
      const list = byLength.get(run.length);
      if (list === undefined) byLength.set(run.length, [index]);
      else list.push(index);
    }
    for (const list of byLength.values()) list.reverse();
    return byLength;
  };
  return {
    closing: (start, end) => {
      next ??= runs();
      const list = next.get(end - start) ?? [];
      while (list.length > 0 && (list.at(-1) as number) < end) list.pop();
      const close = list.at(-1);
      return close === undefined || close - start > LONGEST ? -1 : close;
    },
  };
}

function isWord(unit: string): boolean {
  return /[\p{L}\p{N}_]/u.test(unit);
}
