import { labelOf } from '@memora/language/words';
import type { ParsedNote, Segment } from '@memora/vault';
import { toPlainText } from '@memora/vault/internal';

type Label = ReturnType<typeof labelOf>;

const known = new WeakMap<ParsedNote, readonly Label[]>();

/**
 * Returns the label above each segment of a note, in segment order; null for none. A label is a heading, a paragraph that is only a label, or the parent list
 * entry. It applies to the first sentence of each paragraph and entry directly under it, but not to nested entries.
 */
export function labelsAbove(note: ParsedNote): readonly Label[] {
  const read = known.get(note) ?? readLabels(note);
  known.set(note, read);
  return read;
}

function readLabels({ segments }: ParsedNote): Label[] {
  let above: { readonly label: Label; readonly path: string; isListed: boolean } | null = null;
  const listed = new Set<string>();
  return segments.map((segment, index): Label => {
    if (segments[index - 1]?.block === segment.block || segment.kind === 'heading') return null;
    if (segment.parent !== null) {
      // Text below a proposal is discussion of the proposal.
      const label = labelOf(textOf(segments[segment.parent] as Segment));
      return label === 'proposal' ? null : label;
    }
    const path = JSON.stringify(segment.headingPath);
    const isItem = segment.within.includes('list');
    const own = isItem || segments[index + 1]?.block === segment.block ? null : labelOf(textOf(segment));
    if (own !== null) {
      above = { label: own, path, isListed: false };
      return null;
    }
    if (isItem) listed.add(path);
    // The text after a section's list refers to the list.
    const heading = isItem || !listed.has(path) ? segment.headingPath.at(-1) : undefined;
    // A list label applies to every entry. It ends with the paragraph after the label or after its list.
    const holds = above !== null && above.path === path && (isItem || !above.isListed);
    const label = holds && above !== null ? above.label : heading === undefined ? null : labelOf(heading);
    if (above !== null && isItem) above.isListed = true;
    if (!isItem) above = null;
    return label;
  });
}

function textOf({ prose, text }: Segment): string {
  return toPlainText((prose ?? text).slice(0, 200)).trim();
}
