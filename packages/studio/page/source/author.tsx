import type { NoteAuthor } from '../../src/team/note-author.ts';
import { sayShortDate } from '../say-date.ts';

/** The author and the date of a note in a team's vault. */
export function Author({ of }: { readonly of: NoteAuthor | undefined }) {
  if (of === undefined) return null;
  return (
    <p class="where" data-author="">
      written by <bdi>{of.name}</bdi> on {sayShortDate(of.at.slice(0, 10))}
    </p>
  );
}
