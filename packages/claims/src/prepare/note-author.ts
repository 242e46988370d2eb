import { authorOfSource, type NoteAuthor } from '@memora/language/passages';
import type { ParsedNote } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import type { Claim } from '../model/claim.ts';

/** The speaker of what an agent says that the user said, without a turn that proves it. */
export const REPORTED = 'the user, as an agent says';

/** Who wrote a note; null for a person, a document and a conversation, whose turns say who speaks. */
function authorOfNote({ frontmatter, path }: ParsedNote): NoteAuthor | null {
  return authorOfSource(frontmatter.source) ?? (isMemoryPath(path) ? 'an agent' : null);
}

/** Who speaks in a note of somebody else than a person: its author, or the user by an agent's account alone. */
export function speakerOfNote(note: ParsedNote): string | null {
  const author = authorOfNote(note);
  return author !== null && isReport(note) ? REPORTED : author;
}

/** True for a memory that an agent says the user said. Where a turn of the user's proves it, its claims are trusted as the user's. */
function isReport({ frontmatter, path }: ParsedNote): boolean {
  return isMemoryPath(path) && frontmatter.fields.get('said_by') === 'user';
}

/** Who wrote a claim where it was no person and no turn of the user's proves it; null for a person's. */
export function authorOfClaim({ metadata, trust }: Pick<Claim, 'metadata' | 'trust'>): string | null {
  const by = metadata['by'];
  return trust < 1 && typeof by === 'string' ? by : null;
}

/** True for what an agent says that the user said, without a turn that proves it: it is in no answer. */
export function isReported(claim: Pick<Claim, 'metadata' | 'trust'>): boolean {
  return authorOfClaim(claim) === REPORTED;
}
