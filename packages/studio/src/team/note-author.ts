import { z } from 'zod';

/** Who wrote the newest version of a note of a team, and when (ISO 8601). */
export const noteAuthor = z.strictObject({ name: z.string(), at: z.string() });

export type NoteAuthor = z.infer<typeof noteAuthor>;

/** How a team's server names the author of a row. */
export interface Written {
  readonly author?: string;
  readonly written_at?: string;
}

export function toAuthor({ author, written_at: at }: Written): NoteAuthor | undefined {
  return author === undefined || at === undefined ? undefined : { name: author, at };
}
