const AUTHORS = { agent: 'an agent', tool: 'a tool', external: 'another memory' } as const;

/** The author of a note that no person wrote. */
export type NoteAuthor = (typeof AUTHORS)[keyof typeof AUTHORS];

/** The author that the `source` in the frontmatter of a note names; null for a person and for any other source. */
export function authorOfSource(source: string | null | undefined): NoteAuthor | null {
  const name = source?.trim().toLowerCase() ?? '';
  return Object.hasOwn(AUTHORS, name) ? AUTHORS[name as keyof typeof AUTHORS] : null;
}

/** True if the speaker of a passage is not a person. */
export function isAuthor(speaker: string | null): speaker is NoteAuthor {
  return Object.values<string | null>(AUTHORS).includes(speaker);
}
