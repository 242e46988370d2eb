import { z } from 'zod';

/** The author of the newest version of a team's note, and its date (ISO 8601). */
export const noteAuthor = z.strictObject({ name: z.string(), at: z.string() });

export type NoteAuthor = z.infer<typeof noteAuthor>;

/** The author fields of a row from a team's server. */
export interface Written {
  readonly author?: string;
  readonly written_at?: string;
}

export function toAuthor({ author, written_at: at }: Written): NoteAuthor | undefined {
  return author === undefined || at === undefined ? undefined : { name: author, at };
}
