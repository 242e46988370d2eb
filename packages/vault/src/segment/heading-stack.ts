import { type Band, compareBands } from '@memora/core';
import type { Block, BlockContainer } from '../parse/block.ts';
import { cutLongName, LONGEST_STATEMENT } from './cut-long-text.ts';
import type { DraftSegment } from './segment-blocks.ts';
import { toPlainText } from './to-plain-text.ts';

interface Entry {
  readonly level: number;
  readonly text: string;
  readonly band: Band;
  readonly container: number;
}

/** Replaces a heading or header cell whose band is stricter than the segment that names it. */
export const REDACTED = '[redacted]';

/** Keeps track of the headings above the current block. A heading inside a container applies only there. */
export function createHeadingStack(containers: readonly BlockContainer[]) {
  let stack: Entry[] = [];
  const cache = new Map<Band, readonly string[]>();

  function isWithin(container: number, outer: number): boolean {
    for (let at = container; at !== -1; at = containers[at]?.parent ?? -1) if (at === outer) return true;
    return outer === -1;
  }

  function set(next: Entry[]): void {
    stack = next;
    cache.clear();
  }

  return {
    /** Drops the headings of containers that do not hold a block in `container`. */
    leaveFor(container: number): void {
      const kept = stack.filter((entry) => isWithin(container, entry.container));
      if (kept.length !== stack.length) set(kept);
    },
    /** The path of a segment; for a heading, the headings above it. */
    path(heading: Block | null, band: Band): readonly string[] {
      if (heading !== null) set(above(stack, heading));
      const known = cache.get(band);
      if (known !== undefined) return known;
      const path = stack.map((entry) => (compareBands(entry.band, band) > 0 ? REDACTED : entry.text));
      cache.set(band, path);
      return path;
    },
    push(block: Block, draft: DraftSegment): void {
      const entry = {
        level: block.level,
        text: toName(draft.text),
        band: draft.band,
        container: block.container,
      };
      set([...above(stack, block), entry]);
    },
  };
}

/** Cut before it is parsed, so that marks are only searched for in the part that can be shown. */
function toName(markdown: string): string {
  return cutLongName(toPlainText(markdown.slice(0, LONGEST_STATEMENT)));
}

function above(stack: readonly Entry[], heading: Block): Entry[] {
  return stack.filter((entry) => entry.container !== heading.container || entry.level < heading.level);
}
