import type { Block, BlockContainer, BlockTree, Range } from './block.ts';
import { readListMarker } from './plain-start.ts';
import { isBlankLine, readLines, type TextLine } from './text-lines.ts';

/** Parses a text at the left edge. */
type Parse = (text: string) => BlockTree;

/**
 * Reads a top-level code block that is really an indented list as that list. CommonMark reads indented lines below a heading as code, but Logseq writes all its
 * lists so, and both Logseq and Obsidian show lists. The block must follow a heading or begin the note, and each line must begin with a marker or, with tab
 * indentation, be deeper than the first. All its entries use one marker: a diff uses two. After a paragraph, the block stays code.
 */
export function readIndentedLists(text: string, tree: BlockTree, base: number, parse: Parse): BlockTree {
  const lists = new Map<number, BlockTree>();
  tree.blocks.forEach(({ kind, container, start, end }, index) => {
    if (kind !== 'code' || container !== -1 || !mayBeginList(tree.blocks[index - 1])) return;
    const list = readList(text, { start: start - base, end: end - base }, base, parse);
    if (list !== null) lists.set(index, list);
  });
  return lists.size === 0 ? tree : merge(tree, lists);
}

function mayBeginList(before: Block | undefined): boolean {
  return before === undefined || (before.kind === 'heading' && before.container === -1);
}

function readList(text: string, range: Range, base: number, parse: Parse): BlockTree | null {
  const code = text.slice(range.start, range.end);
  const lines = readLines(code);
  const [first] = lines;
  if (first === undefined || !isItem(code, first)) return null;
  const indent = code.slice(0, first.first);
  if (!indent.startsWith('\t') && !lines.every((line) => isBlankLine(line) || isItem(code, line)))
    return null;
  let dedented = '';
  const places: Place[] = [];
  for (const line of lines) {
    const isDeep = code.startsWith(indent, line.start);
    if (!isDeep && !isBlankLine(line)) return null;
    const start = isDeep ? line.start + indent.length : line.start;
    if (start === line.first && !isBlankLine(line) && !isItem(code, line)) return null;
    places.push({
      from: dedented.length,
      to: start + range.start + base,
      line: line.start + range.start + base,
    });
    dedented += code.slice(start, line.next);
  }
  const { blocks, containers } = parse(dedented);
  if (blocks.length === 0 || blocks.some(({ container }) => container === -1)) return null;
  const outermost = containers.filter(({ parent }) => parent === -1);
  if (outermost.length !== 1 || outermost[0]?.kind !== 'list') return null;
  return placeTree({ blocks, containers }, places);
}

function isItem(text: string, { first, end, column }: TextLine): boolean {
  return column > 3 && readListMarker(text, first, end) !== null;
}

/** The place of a dedented line in the note: `to` is after its indentation, `line` before. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

function placeTree({ blocks, containers }: BlockTree, places: readonly Place[]): BlockTree {
  const placeOf = (at: number): Place => {
    let [low, high] = [0, places.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((places[middle] as Place).from <= at) low = middle;
      else high = middle - 1;
    }
    return places[low] as Place;
  };
  const at = (offset: number) => placeOf(offset).to + offset - placeOf(offset).from;
  /** An end stays on its own line. */
  const endAt = (offset: number, start: number) => (offset > start ? at(offset - 1) + 1 : at(offset));
  const rangeOf = ({ start, end }: Range): Range => ({ start: at(start), end: endAt(end, start) });
  return {
    blocks: blocks.map(
      (block): Block => ({
        ...block,
        ...rangeOf(block),
        lines: block.lines.map(rangeOf),
        ...(block.rows !== undefined && {
          rows: block.rows.map((row) => ({ ...row, ...rangeOf(row), cells: row.cells.map(rangeOf) })),
        }),
      }),
    ),
    containers: containers.map((container): BlockContainer => {
      const { lead, contentStart, start } = container;
      const place = placeOf(lead);
      // The removed indentation belongs to no other block.
      const leadAt = place.from === lead ? place.line : at(lead);
      return { ...container, ...rangeOf(container), lead: leadAt, contentStart: endAt(contentStart, start) };
    }),
  };
}

/** Replaces blocks of the tree with lists. Containers stay in the order of the text. */
function merge({ blocks, containers, cuts }: BlockTree, lists: ReadonlyMap<number, BlockTree>): BlockTree {
  const merged: BlockContainer[] = [];
  const moved: number[] = [];
  const shifts = new Map<number, number>();
  const waiting = [...lists];
  const addUpTo = (start: number) => {
    while (waiting.length > 0) {
      const [index, list] = waiting[0] as (typeof waiting)[number];
      if ((blocks[index] as Block).start > start) return;
      waiting.shift();
      const shift = merged.length;
      shifts.set(index, shift);
      for (const each of list.containers)
        merged.push(each.parent === -1 ? each : { ...each, parent: each.parent + shift });
    }
  };
  for (const container of containers) {
    addUpTo(container.start);
    moved.push(merged.length);
    merged.push({ ...container, parent: moved[container.parent] ?? -1 });
  }
  addUpTo(Number.POSITIVE_INFINITY);
  return {
    blocks: blocks.flatMap((block, index) => {
      const list = lists.get(index);
      if (list === undefined) return [{ ...block, container: moved[block.container] ?? -1 }];
      const shift = shifts.get(index) ?? 0;
      return list.blocks.map((each) => ({ ...each, container: each.container + shift }));
    }),
    containers: merged,
    ...(cuts !== undefined && { cuts }),
  };
}
