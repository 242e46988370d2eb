import { type Atom, buildAtoms, type Introduction, lengthOf } from './build-atoms.ts';
import type { BlockPassage, PassageBlock, PassageKind } from './passage-block.ts';
import { type BlockSection, splitSections } from './split-sections.ts';

/** The longest passage in characters of text. A longer section is cut at its paragraphs. */
export const LONGEST_PASSAGE = 1_500;
/**
 * In characters: a shorter section is joined with the next one, and a shorter turn with the next turn. About
 * forty words.
 */
const SHORTEST_PASSAGE = 250;
/** Sections are joined up to this length. */
const LONGEST_JOINED = 700;

/**
 * Groups the blocks of a text into passages: sections of up to {@link LONGEST_PASSAGE} characters, cut at paragraphs, items and rows; turns of speakers; lists
 * with their introduction. No passage holds or spans a `gap`.
 */
export function groupPassages(blocks: readonly PassageBlock[]): readonly BlockPassage[] {
  const passages: BlockPassage[] = [];
  /** The last passage, if it is a whole short section. */
  let short: { readonly passage: BlockPassage; readonly length: number } | null = null;
  let introduction: Introduction = { lead: [], parents: [], header: null };
  let at = -1;
  for (const section of splitSections(blocks)) {
    if (section.section !== at) introduction = { lead: [], parents: [], header: null };
    at = section.section;
    const atoms = buildAtoms(blocks, section.entries, LONGEST_PASSAGE, introduction);
    const packed = packAtoms(atoms);
    const [only] = packed;
    const own = packed.map((some) => toPassage(section, some));
    const length = only === undefined ? 0 : sumOf(only);
    const isShort = packed.length === 1 && section.isWhole && length < SHORTEST_PASSAGE;
    if (short !== null && packed.length === 1 && section.isWhole && canJoin(blocks, short.passage, section)) {
      const joined = joinPassages(blocks, short.passage, own[0] as BlockPassage);
      const total = lengthOf(blocks, joined.entries);
      if (total <= LONGEST_JOINED) {
        passages[passages.length - 1] = joined;
        short = total < SHORTEST_PASSAGE ? { passage: joined, length: total } : null;
        continue;
      }
    }
    passages.push(...own);
    short = isShort ? { passage: own[0] as BlockPassage, length } : null;
  }
  return passages;
}

/** Fills passages with atoms. The introduction of a list moves with its list. */
function packAtoms(atoms: readonly Atom[]): readonly (readonly Atom[])[] {
  const packed: Atom[][] = [];
  let open: Atom[] = [];
  let length = 0;
  const close = (kept: readonly Atom[] = []): void => {
    if (open.length > kept.length) packed.push(open.slice(0, open.length - kept.length));
    open = [...kept];
    length = sumOf(open);
  };
  for (const atom of atoms) {
    const goesOn = open[0]?.speaker != null && !open[0].beginsTurn;
    // A passage that continues a turn, whose speaker is named earlier, contains only that speaker's words.
    if (atom.beginsTurn && (length >= SHORTEST_PASSAGE || goesOn)) close();
    else if (length + atom.length > LONGEST_PASSAGE && open.length > 0) {
      const from = open.findLastIndex(({ isLeadIn }) => !isLeadIn) + 1;
      const kept = open.slice(from);
      close(kept.length < open.length && sumOf(kept) + atom.length <= LONGEST_PASSAGE ? kept : []);
    }
    open.push(atom);
    length += atom.length;
  }
  close();
  return packed;
}

function sumOf(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, { length }) => sum + length, 0);
}

function toPassage({ headings, section }: BlockSection, atoms: readonly Atom[]): BlockPassage {
  const entries = atoms.flatMap((atom) => atom.entries);
  const first = atoms[0] as Atom;
  const own = new Set(entries);
  return {
    kind: kindOf(atoms),
    entries,
    headings: headings.filter((at) => !own.has(at)),
    section,
    speaker: speakerOf(atoms),
    leadIn: first.leadIn.filter((at) => !own.has(at)),
    header: first.header !== null && !own.has(first.header) ? first.header : null,
  };
}

/** The speaker of a whole passage; null if several speak, whose names are then in the text. */
function speakerOf(atoms: readonly Atom[]): string | null {
  const speakers = new Set(atoms.flatMap(({ kind, speaker }) => (kind === 'heading' ? [] : [speaker])));
  return speakers.size === 1 ? ([...speakers][0] ?? null) : null;
}

function kindOf(atoms: readonly Atom[]): PassageKind {
  if (atoms.some(({ speaker }) => speaker !== null)) return 'turn';
  const below = atoms.filter(({ kind }) => kind !== 'heading');
  const [first, ...others] = below;
  const told = first?.isLeadIn === true && first.kind === 'paragraph' && others.length > 0 ? others : below;
  const kinds = new Set(told.map(({ kind }) => kind));
  if (kinds.size !== 1) return 'section';
  if (kinds.has('item')) return 'list';
  if (kinds.has('row')) return 'table';
  return kinds.has('code') ? 'code' : 'section';
}

/** True if a section directly follows a passage, under the same heading or one inside it. */
function canJoin(blocks: readonly PassageBlock[], passage: BlockPassage, section: BlockSection): boolean {
  if (!section.follows) return false;
  const all = [...passage.headings, ...passage.entries, ...section.headings, ...section.entries];
  const parts = new Set(all.map((at) => blocks[at]?.part));
  if (parts.size > 1) return false;
  return aboveOf(blocks, passage).every((at, i) => section.headings[i] === at);
}

/** The headings over a passage, except its own. */
function aboveOf(blocks: readonly PassageBlock[], { headings, entries }: BlockPassage): readonly number[] {
  return blocks[entries[0] as number]?.kind === 'heading' ? headings : headings.slice(0, -1);
}

/** Joins two passages, including the headings between them. */
function joinPassages(
  blocks: readonly PassageBlock[],
  first: BlockPassage,
  second: BlockPassage,
): BlockPassage {
  const above = aboveOf(blocks, first);
  const opening = first.headings.slice(above.length);
  const from = first.entries.at(-1) as number;
  const inside = second.headings.filter((at) => at > from);
  return {
    kind: first.kind === 'turn' && second.kind === 'turn' ? 'turn' : 'section',
    entries: [...opening, ...first.entries, ...inside, ...second.entries],
    headings: above,
    section: first.section,
    speaker: first.speaker === second.speaker ? first.speaker : null,
    leadIn: [],
    header: null,
  };
}
