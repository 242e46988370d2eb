import { labelOf } from '@memora/language/words';
import type { ParsedNote, Segment } from '@memora/vault';
import { toPlainText } from '@memora/vault/internal';

/** In UTF-16 units: a longer entry is no name of what is decided. */
const LONGEST_ENTRY = 120;

/** The outermost entry of a list that a segment stands under: "New meeting times", below which stands what was agreed. Null for none. */
export function entryAbove({ segments }: ParsedNote, { parent, band }: Segment): string | null {
  let found: string | null = null;
  let above = parent === null ? undefined : segments[parent];
  while (above !== undefined) {
    const text = toPlainText(above.prose ?? above.text).trim();
    if (above.band === band && text.length <= LONGEST_ENTRY && labelOf(text) === null) found = text;
    above = above.parent === null ? undefined : segments[above.parent];
  }
  return band === 'secret' ? null : found;
}
