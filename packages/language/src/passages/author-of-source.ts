const AUTHORS = { agent: 'an agent', tool: 'a tool', external: 'another memory' } as const;

/** Who wrote a note where it was no person. */
export type NoteAuthor = (typeof AUTHORS)[keyof typeof AUTHORS];

/** Who wrote a note by the `source` of its frontmatter, where it was no person; null for every other source. */
export function authorOfSource(source: string | null | undefined): NoteAuthor | null {
  const name = source?.trim().toLowerCase() ?? '';
  return Object.hasOwn(AUTHORS, name) ? AUTHORS[name as keyof typeof AUTHORS] : null;
}

/** True for the speaker of a passage that no person wrote. */
export function isAuthor(speaker: string | null): speaker is NoteAuthor {
  return Object.values<string | null>(AUTHORS).includes(speaker);
}
