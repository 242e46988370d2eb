import type { PassageBlock } from './passage-block.ts';
import { readSpeakerLabel } from './read-speaker-label.ts';

/** The speaker data of a block. */
interface SpokenBlock {
  readonly speaker: string;
  /** True if the speaker's turn begins in this block. */
  readonly begins: boolean;
}

/**
 * The speaker of each block of a section. A section is a conversation if its format names the speakers, or if
 * its paragraphs carry at least two different labels and half of the paragraphs from the first label on are
 * labelled. A label applies until the next one.
 */
export function findSpeakers(blocks: readonly (readonly PassageBlock[])[]): readonly (SpokenBlock | null)[] {
  const labels = blocks.map(([first]) =>
    first === undefined || first.depth !== undefined || first.kind !== 'paragraph'
      ? null
      : readSpeakerLabel(first.text),
  );
  const isTalk = isConversation(blocks, labels);
  let speaker: string | null = null;
  return blocks.map(([first], i) => {
    const named: string | null = first?.speaker ?? (isTalk ? (labels[i] ?? null) : null);
    const begins = named !== null && (named !== speaker || first?.speaker === undefined);
    if (named !== null) speaker = named;
    else if (!isTalk) speaker = null;
    return speaker === null ? null : { speaker, begins };
  });
}

function isConversation(
  blocks: readonly (readonly PassageBlock[])[],
  labels: readonly (string | null)[],
): boolean {
  const first = labels.findIndex((label) => label !== null);
  if (first < 0) return false;
  const labelled = labels.filter((label) => label !== null);
  if (new Set(labelled).size < 2) return false;
  const paragraphs = blocks
    .slice(first)
    .filter(([block]) => block?.kind === 'paragraph' && block.depth === undefined);
  return labelled.length * 2 >= paragraphs.length;
}
