import type { FrontmatterLocation } from '../frontmatter/locate-frontmatter.ts';
import type { Block, BlockContainer, BlockTree, Range } from '../parse/block.ts';
import type { NoteText } from '../parse/note-text.ts';
import type { NoteBlock, NoteBlockKind, NoteListItem } from '../parsed-note.ts';
import { isCallout } from './segment-blocks.ts';

/** The top-level blocks and all list items of a note. */
export function outlineNote(
  note: NoteText,
  tree: BlockTree,
  frontmatter: FrontmatterLocation | null,
): { blocks: NoteBlock[]; items: NoteListItem[] } {
  return { blocks: topBlocks(note, tree, frontmatter), items: listItems(note, tree) };
}

function topBlocks(note: NoteText, tree: BlockTree, frontmatter: FrontmatterLocation | null): NoteBlock[] {
  const found: (Range & { kind: NoteBlockKind })[] = [];
  if (frontmatter !== null) found.push({ ...frontmatter.block, kind: 'frontmatter' });
  for (const block of tree.blocks) if (block.container === -1) found.push(block);
  for (const container of tree.containers) {
    if (container.parent !== -1 || container.kind === 'item') continue;
    found.push({ kind: kindOf(note, container), start: container.lead, end: container.end });
  }
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ kind, start, end }) => ({
      kind,
      span: note.spanOf({ start, end: trimmedEnd(note, start, end) }),
    }));
}

function kindOf(note: NoteText, container: BlockContainer): NoteBlockKind {
  const { kind } = container;
  if (kind === 'turn') return 'callout';
  if (kind === 'quote') return isCallout(note, container) ? 'callout' : 'quote';
  return kind === 'item' ? 'list' : kind;
}

const BOX = /^[ \t]*\[([^\r\n[\]])\](?=[ \t\r\n]|$)/u;
const ITEM = /^[ \t]+(?:[-+*]|\d{1,9}[.)])[ \t]+(?=[^\s])/u;

/** The end of an item's own text: its last block before a nested list. */
function listItems(note: NoteText, tree: BlockTree): NoteListItem[] {
  const ends = new Map<number, number>();
  const nested = new Set<number>();
  const order: Ordered[] = [...tree.blocks.map((block) => ({ at: block.start, block })), ...lists(tree)];
  for (const { block, item } of order.sort((a, b) => a.at - b.at)) {
    if (item !== undefined) nested.add(item);
    else if (block !== undefined && !nested.has(block.container)) ends.set(block.container, block.end);
  }
  const position = new Map<number, number>();
  const items: NoteListItem[] = [];
  tree.containers.forEach((container, index) => {
    if (container.kind !== 'item') return;
    position.set(index, items.length);
    const end = trimmedEnd(note, container.start, ends.get(index) ?? container.contentStart);
    const outer = tree.containers[container.parent]?.parent ?? -1;
    const text = note.masked.slice(container.contentStart, container.contentStart + 100);
    const box = BOX.exec(text);
    const parent = position.get(outer) ?? null;
    items.push({ span: note.spanOf({ start: container.lead, end }), parent, mark: box?.[1] ?? null });
    // In `- [ ] 1. text`, Obsidian reads the text after the box as an item inside the task.
    const rest = box === null ? null : ITEM.exec(text.slice(box[0].length));
    if (box === null || rest === null) return;
    const start = container.contentStart + box[0].length + rest[0].search(/\S/u);
    items.push({
      span: note.spanOf({ start, end: Math.max(start, end) }),
      parent: items.length - 1,
      mark: null,
    });
  });
  return items;
}

interface Ordered {
  readonly at: number;
  readonly block?: Block;
  readonly item?: number;
}

function lists(tree: BlockTree): Ordered[] {
  return tree.containers
    .filter((container) => container.kind === 'list')
    .map((container) => ({ at: container.start, item: container.parent }));
}

function trimmedEnd(note: NoteText, start: number, end: number): number {
  let at = end;
  while (at > start && /\s/u.test(note.masked[at - 1] as string)) at--;
  return at;
}
