import { authorOfSource, type NoteAuthor } from '@memora/language/passages';
import type { ParsedNote } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';
import type { Claim } from '../model/claim.ts';

/** The speaker of a statement that an agent attributes to the user without a turn as proof. */
export const REPORTED = 'the user, as an agent says';

/** Returns the author of a note; null for a person, a document and a conversation, whose turns have speakers. */
function authorOfNote({ frontmatter, path }: ParsedNote): NoteAuthor | null {
  return authorOfSource(frontmatter.source) ?? (isMemoryPath(path) ? 'an agent' : null);
}

/** Returns the speaker of a note that no person wrote: its author, or the user as reported by an agent. */
export function speakerOfNote(note: ParsedNote): string | null {
  const author = authorOfNote(note);
  return author !== null && isReport(note) ? REPORTED : author;
}

/** True for a memory that an agent reports as the user's words. If a turn of the user proves it, its claims have the user's trust. */
function isReport({ frontmatter, path }: ParsedNote): boolean {
  return isMemoryPath(path) && frontmatter.fields.get('said_by') === 'user';
}

/** Returns the author of a claim that no person wrote and no turn of the user proves; null for a person's claim. */
export function authorOfClaim({ metadata, trust }: Pick<Claim, 'metadata' | 'trust'>): string | null {
  const by = metadata['by'];
  return trust < 1 && typeof by === 'string' ? by : null;
}

/** True for a statement that an agent attributes to the user without a turn as proof. Answers never use it. */
export function isReported(claim: Pick<Claim, 'metadata' | 'trust'>): boolean {
  return authorOfClaim(claim) === REPORTED;
}
