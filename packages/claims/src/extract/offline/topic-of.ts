import { isDateOnly } from '@memora/language/dates';
import { labelOf } from '@memora/language/words';
import type { ParsedNote, Segment } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';

/** Returns the topic of a memory, if it names one. */
function entityOf({ frontmatter }: ParsedNote): string | null {
  const entity = frontmatter.fields.get('entity');
  return typeof entity === 'string' && entity.trim() !== '' ? entity : null;
}

/**
 * Returns the topic of a segment without a subject: the innermost heading, else the note's title. A heading that is a date is skipped in favour of the one
 * above it.
 */
export function topicOf(note: ParsedNote, segment: Segment): string {
  if (isMemoryPath(note.path)) return entityOf(note) ?? note.title;
  return (
    segment.headingPath.findLast((heading) => !isDateOnly(heading) && labelOf(heading) === null) ?? note.title
  );
}
