import type { PassageBlock } from '@memora/language/passages';
import { segmentSentences, type TextRange } from '@memora/language/sentences';
import { type Line, readLine } from '../statements/blocks/read-line.ts';
import { isDelimiterRow } from '../statements/blocks/scanned-block.ts';
import { isBoxOnly, readBoxes } from './read-boxes.ts';

/** A block of a note, or a sentence of a long paragraph. Offsets are UTF-16. */
export interface OutlineBlock extends PassageBlock {
  /** The start of its text, after the marks of its first line. */
  readonly content: number;
  /** True inside a `>` that is not a callout. */
  readonly isQuote: boolean;
  /** The boxes before its text, or of enclosing items without other content. */
  readonly boxes: readonly string[];
  /**
   * The boxes of enclosing items with words of their own. A subtask is not done because its parent is, so
   * `[x]` is left out.
   */
  readonly around: readonly string[];
  /** True if properties follow its text, which then has no stop and may be incomplete. */
  readonly isBeforeField?: boolean;
}

/**
 * In UTF-16 units: a longer paragraph is split into its sentences, so that a passage can contain a part of
 * it.
 */
const LONGEST_BLOCK = 600;
/** In UTF-16 units: maximum length of a callout's kind with its brackets. */
const MOST_KIND = 60;
const CALLOUT = /^\[![\w-]+\]/u;

/**
 * Reads the blocks of a note from the marks of its lines: headings, paragraphs, items, rows, code, and the
 * lines of the frontmatter. Linear in the text.
 */
export function readOutline(text: string): OutlineBlock[] {
  const blocks: OutlineBlock[] = [];
  const lines = linesOf(text);
  const indents: number[] = [];
  /** The boxes of each item. If an item has only a box, its content belongs to that task. */
  let holders: readonly TaskHolder[] = [];
  let open: (OutlineBlock & { end: number }) | null = null;
  let fence = '';
  /** The indent of the item that contains a fence, which ends with the item; -1 outside of items. */
  let holder = -1;
  let number = 0;
  let table = -1;
  let isCallout = false;
  /** The properties after the text of the open block. */
  let fields: (TextRange & Pick<OutlineBlock, 'content' | 'boxes' | 'around'>)[] = [];
  let inFront = text.startsWith('---') && /^---[ \t]*\r?$/u.test(text.slice(0, lines[0]?.end ?? 0));

  /** The line with the kind of a callout is not part of the sentence on the next line. */
  const isCalloutTitle = ({ content }: OutlineBlock) =>
    isCallout && CALLOUT.test(text.slice(content, content + MOST_KIND));
  const close = (): void => {
    const [block, behind] = [open, fields];
    open = null;
    fields = [];
    if (block === null) return;
    const isBeforeField = behind.length > 0 && { isBeforeField: true };
    const whole = { ...block, text: text.slice(block.content, block.end), ...isBeforeField };
    if (block.kind !== 'paragraph' || whole.text.length <= LONGEST_BLOCK) blocks.push(whole);
    else
      for (const { start, end } of segmentSentences(whole.text))
        blocks.push({
          ...whole,
          start: block.content + start,
          content: block.content + start,
          end: block.content + end,
          text: whole.text.slice(start, end),
        });
    const { isQuote, depth } = block;
    for (const field of behind) {
      const own = { block: number++, isQuote, ...(depth !== undefined && { depth }) };
      blocks.push({ kind: 'paragraph', ...field, text: text.slice(field.content, field.end), ...own });
    }
  };
  const begin = (
    kind: PassageBlock['kind'],
    at: TextRange,
    content: number,
    more: Partial<OutlineBlock> = {},
    items: readonly TaskHolder[] = [],
  ) => {
    close();
    const { boxes, around } = boxesAround(items);
    open = {
      kind,
      start: at.start,
      end: at.end,
      content,
      text: '',
      block: number++,
      isQuote: false,
      boxes: [...readBoxes(text.slice(at.start, content)).tasks, ...boxes],
      around,
      ...more,
    };
  };

  for (const [i, range] of lines.entries()) {
    const raw = text.slice(range.start, range.end);
    if (inFront) {
      if (i > 0 && /^(?:---|\.\.\.)[ \t]*$/u.test(raw)) {
        inFront = false;
        close();
        blocks.push(gapAt(range.end));
      } else if (i > 0 && raw.trim() !== '') begin('paragraph', range, range.start, { block: 0 });
      continue;
    }
    if (fence !== '' && holder >= 0 && raw.trim() !== '' && readLine(raw).indent <= holder) {
      fence = '';
      close();
    }
    if (fence !== '') {
      if (open !== null) (open as { end: number }).end = range.end;
      if (raw.replace(/^[\s>]*/u, '').trimEnd() === fence) {
        fence = '';
        close();
      }
      continue;
    }
    const line = readLine(raw);
    const content = range.start + line.content;
    const last = open as OutlineBlock | null;
    if (line.quotes === 0 || last === null || !last.isQuote) {
      if (line.quotes === 0) isCallout = false;
      else if (CALLOUT.test(raw.slice(line.content))) isCallout = true;
    }
    const isQuote = line.quotes > 0 && !isCallout;
    const bare = raw.slice(line.content).trimEnd();
    // A quotation may be in an item, and an item in a quotation.
    const column = line.outer + line.indent;
    const around = column > 0 ? holders.slice(0, indents.length) : [];
    const isRow = bare.startsWith('|') || (table >= 0 && bare.includes('|') && line.kind === 'text');
    if (line.kind !== 'blank' && isRow && line.kind === 'text') {
      if (isDelimiterRow(bare)) continue;
      if (table < 0) {
        close();
        table = number++;
      }
      const next = lines[i + 1];
      const isHeader =
        next !== undefined &&
        isDelimiterRow(
          text
            .slice(next.start, next.end)
            .replace(/^[\s>]*/u, '')
            .trimEnd(),
        );
      begin('row', range, content, { block: table, isQuote, ...(isHeader && { isHeader: true }) }, around);
      close();
      continue;
    }
    table = -1;
    if (line.kind === 'blank') close();
    else if (line.kind === 'fence') {
      begin('code', range, content, {}, around);
      fence = line.fence;
      const item = indents.at(-1) ?? -1;
      holder = line.indent > item ? item : -1;
    } else if (line.kind === 'heading') {
      begin('heading', range, content, { level: line.level });
      close();
    } else if (isUnderline(bare) && last?.kind === 'paragraph' && last.depth === undefined && !isQuote) {
      open = { ...last, kind: 'heading', level: bare.startsWith('=') ? 1 : 2 } as OutlineBlock;
      close();
    } else if (line.kind === 'rule') close();
    else if (line.kind === 'item') {
      while (indents.length > 0 && (indents.at(-1) as number) >= column) indents.pop();
      const depth = indents.length;
      indents.push(column);
      const { tasks, outer } = readBoxes(raw);
      const isAlone = isBoxOnly(raw);
      holders = [...holders.slice(0, depth), { isBoxOnly: isAlone, boxes: isAlone ? tasks : outer }];
      begin('item', range, content, { depth, isQuote }, holders.slice(0, depth));
    } else if (
      last !== null &&
      last.isQuote === isQuote &&
      goesOn(last, line) &&
      !isCalloutTitle(last) &&
      (readField(bare) === null || readField(text.slice(last.content, last.end)) === null)
    ) {
      // A property has its own line. Text after it may continue its sentence or the one before it.
      if (readField(bare) !== null) {
        const isOfItem = last.kind === 'item' && last.depth !== undefined;
        const { boxes, around } = isOfItem ? boxesAround(holders.slice(0, last.depth + 1)) : last;
        fields.push({ ...range, content, boxes, around });
      } else {
        (last as { end: number }).end = range.end;
        fields = [];
      }
    } else {
      if (column === 0) indents.length = 0;
      const inItem = indents.length > 0 && line.indent > 0;
      const depth = inItem && { depth: indents.length - 1 };
      begin('paragraph', range, content, { isQuote, ...depth }, around);
    }
    if (line.kind === 'heading' || line.kind === 'rule') indents.length = 0;
  }
  close();
  return blocks;
}

/** An item, which may be a task. */
interface TaskHolder {
  readonly isBoxOnly: boolean;
  readonly boxes: readonly string[];
}

/** The boxes of the items around a block, in the form of a block. */
function boxesAround(items: readonly TaskHolder[]): Pick<OutlineBlock, 'boxes' | 'around'> {
  const boxesOf = (alone: boolean) =>
    items.flatMap(({ isBoxOnly, boxes }) => (isBoxOnly === alone ? boxes : []));
  return { boxes: boxesOf(true), around: boxesOf(false).filter((box) => box !== '[x]') };
}

/** `key:: value`, the form of a property in Logseq and Dataview; null for any other text. */
export function readField(text: string): { readonly key: string; readonly value: string } | null {
  const at = text.indexOf(':: ');
  const key = text.slice(0, Math.max(0, at));
  if (key === '' || key.length > LONGEST_KEY || [' ', '\t', '\n'].some((sign) => key.includes(sign)))
    return null;
  return { key, value: text.slice(at + 3) };
}

/** In UTF-16 units. */
const LONGEST_KEY = 60;

function goesOn(last: OutlineBlock, line: Line): boolean {
  return last.kind === 'item' || last.kind === 'paragraph' ? line.kind === 'text' : false;
}

function isUnderline(bare: string): boolean {
  return /^(?:=+|-{2,})$/u.test(bare);
}

function gapAt(at: number): OutlineBlock {
  return { kind: 'gap', start: at, end: at, content: at, text: '', isQuote: false, boxes: [], around: [] };
}

function linesOf(text: string): TextRange[] {
  const lines: TextRange[] = [];
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let at = text.indexOf('\n', start); at !== -1; at = text.indexOf('\n', start)) {
    lines.push({ start, end: text[at - 1] === '\r' ? at - 1 : at });
    start = at + 1;
  }
  if (start < text.length) lines.push({ start, end: text.length });
  return lines;
}
