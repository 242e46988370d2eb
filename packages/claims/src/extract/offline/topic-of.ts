import { isDateOnly } from '@memora/language/dates';
import { labelOf } from '@memora/language/words';
import type { ParsedNote, Segment } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';

/** What a memory is about, where that is said. */
function entityOf({ frontmatter }: ParsedNote): string | null {
  const entity = frontmatter.fields.get('entity');
  return typeof entity === 'string' && entity.trim() !== '' ? entity : null;
}

/**
 * What a segment without a subject of its own is about: the innermost heading, else the note's title. A heading that is a date
 * says when, not what: the one above it is taken.
 */
export function topicOf(note: ParsedNote, segment: Segment): string {
  if (isMemoryPath(note.path)) return entityOf(note) ?? note.title;
  return (
    segment.headingPath.findLast((heading) => !isDateOnly(heading) && labelOf(heading) === null) ?? note.title
  );
}
