import { labelOf } from '@memora/language/words';
import type { ParsedNote, Segment } from '@memora/vault';
import { toPlainText } from '@memora/vault/internal';

/** In UTF-16 units. A longer entry does not name what is decided. */
const LONGEST_ENTRY = 120;

/** Returns the outermost list entry above a segment, for example "New meeting times" above the agreed times; null if there is none. */
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
