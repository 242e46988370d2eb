import type { PassageBlock } from './passage-block.ts';

/** Entries between two headings, gaps or changes of part. */
export interface BlockSection {
  /** Indexes of the headings above, outermost first; the last one opens the section. */
  readonly headings: readonly number[];
  /** Equal for all parts under one heading. */
  readonly section: number;
  /** Indexes of the entries, without the headings. */
  readonly entries: readonly number[];
  /** True if its heading comes directly before its first entry, or it needs no heading. */
  readonly isWhole: boolean;
  /** True if nothing separates it from the section before it. */
  readonly follows: boolean;
}

/** Cuts a text at its headings, at gaps, and at changes of part. Sections without entries are left out. */
export function splitSections(blocks: readonly PassageBlock[]): readonly BlockSection[] {
  const sections: BlockSection[] = [];
  let stack: readonly number[] = [];
  let section = 0;
  let entries: number[] = [];
  let isWhole = true;
  let follows = false;
  let part: string | undefined;
  const close = (): void => {
    if (entries.length === 0) return;
    sections.push({ headings: stack, section, entries, isWhole, follows });
    entries = [];
    follows = true;
  };
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'gap') {
      close();
      isWhole = false;
      follows = false;
      continue;
    }
    const isOther = block.part !== part;
    if (block.kind === 'heading') {
      close();
      if (isOther) follows = false;
      stack = [...stack.filter((at) => (blocks[at]?.level ?? 1) < (block.level ?? 1)), index];
      section++;
      isWhole = true;
      if (block.isKept === true) entries.push(index);
    } else {
      if (isOther) {
        isWhole &&= entries.length === 0;
        close();
        follows = false;
      }
      entries.push(index);
    }
    part = block.part;
  }
  close();
  return sections;
}
