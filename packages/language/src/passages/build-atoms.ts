import { endsInColon } from './ends-in-colon.ts';
import { findSpeakers } from './find-speakers.ts';
import type { PassageBlock } from './passage-block.ts';
import { isBoldLine } from './read-speaker-label.ts';

/** Entries that stay together if they fit into one passage. */
export interface Atom {
  readonly entries: readonly number[];
  /** In characters of text. */
  readonly length: number;
  readonly kind: PassageBlock['kind'];
  readonly speaker: string | null;
  /** True if a speaker's turn begins here. */
  readonly beginsTurn: boolean;
  /** True if the atom introduces the next one. */
  readonly isLeadIn: boolean;
  /** The lead-in of its list, table or code, and the items that its first item is in. */
  readonly leadIn: readonly number[];
  /** The header row of its table. */
  readonly header: number | null;
}

/** The introduction of the entries that follow. It is carried over a gap under the same heading. */
export interface Introduction {
  lead: readonly number[];
  /** The open items, by depth. */
  readonly parents: number[];
  header: number | null;
}

/** The atoms of a section: paragraphs, items with nested content, rows, code blocks. None is longer than `longest`, unless a single entry is. */
export function buildAtoms(
  blocks: readonly PassageBlock[],
  entries: readonly number[],
  longest: number,
  open: Introduction,
): readonly Atom[] {
  const groups = groupByBlock(blocks, entries);
  const spoken = findSpeakers(groups.map((group) => group.map((at) => blocks[at] as PassageBlock)));
  const atoms: Atom[] = [];
  const { parents } = open;
  for (const [i, group] of groups.entries()) {
    const first = blocks[group[0] as number] as PassageBlock;
    const next = blocks[groups[i + 1]?.[0] ?? -1];
    const { kind, depth } = first;
    const isNested = depth !== undefined;
    if (kind !== 'row') open.header = null;
    else if (first.isHeader === true) open.header = group[0] as number;
    const { header } = open;
    if (isNested) parents.length = Math.min(parents.length, depth);
    else parents.length = 0;
    const isLeadIn = kind === 'paragraph' && !isNested && introduces(blocks, group, next);
    const length = lengthOf(blocks, group);
    const talk = spoken[i] ?? null;
    const last = atoms.at(-1);
    const opened = last === undefined ? undefined : blocks[last.entries[0] as number];
    if (
      isNested &&
      depth > 0 &&
      last !== undefined &&
      opened?.depth !== undefined &&
      opened.depth < depth &&
      last.length + length <= longest
    )
      atoms[atoms.length - 1] = {
        ...last,
        entries: [...last.entries, ...group],
        length: last.length + length,
      };
    else
      for (const piece of cutBlock(blocks, group, longest))
        atoms.push({
          entries: piece,
          length: lengthOf(blocks, piece),
          kind: isNested ? 'item' : kind,
          speaker: talk?.speaker ?? null,
          beginsTurn: talk?.begins === true && piece[0] === group[0],
          isLeadIn: isLeadIn || first.isHeader === true || kind === 'heading',
          leadIn:
            kind === 'heading' || (kind === 'paragraph' && !isNested)
              ? []
              : [...open.lead, ...parents.filter((at) => at !== undefined)],
          header: header !== null && !piece.includes(header) ? header : null,
        });
    if (isNested && kind === 'item') parents[depth] = group[0] as number;
    if (!isNested && kind !== 'row') open.lead = isLeadIn ? group : [];
  }
  return atoms;
}

/** Sentences of one paragraph stay together; rows are separate. */
function groupByBlock(blocks: readonly PassageBlock[], entries: readonly number[]): readonly number[][] {
  const groups: number[][] = [];
  let open: PassageBlock | undefined;
  for (const at of entries) {
    const entry = blocks[at] as PassageBlock;
    const goesOn =
      open !== undefined && entry.kind !== 'row' && entry.block !== undefined && entry.block === open.block;
    if (goesOn) groups.at(-1)?.push(at);
    else groups.push([at]);
    open = entry;
  }
  return groups;
}

/** A paragraph introduces a list or a table if it ends with a colon, and a paragraph if it is a bold line. Code is introduced by whatever precedes it. */
function introduces(
  blocks: readonly PassageBlock[],
  group: readonly number[],
  next: PassageBlock | undefined,
): boolean {
  const own = blocks[group.at(-1) as number]?.text ?? '';
  if (next?.kind === 'paragraph' && next.depth === undefined) return group.length === 1 && isBoldLine(own);
  // If a gap comes first, the introduced text may follow the gap.
  return next?.kind === 'code' || endsInColon(own);
}

/** The parts of a block that is longer than a passage. */
function cutBlock(
  blocks: readonly PassageBlock[],
  group: readonly number[],
  longest: number,
): readonly (readonly number[])[] {
  const pieces: number[][] = [];
  let length = 0;
  for (const at of group) {
    const own = (blocks[at] as PassageBlock).text.length;
    if (pieces.length === 0 || length + own > longest) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(at);
    length += own;
  }
  return pieces;
}

export function lengthOf(blocks: readonly PassageBlock[], entries: readonly number[]): number {
  return entries.reduce((sum, at) => sum + (blocks[at] as PassageBlock).text.length, 0);
}
