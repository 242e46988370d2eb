/** Who wrote a note where it was no person. */
export type NoteAuthor = 'an agent' | 'a tool' | 'another memory';

const AUTHORS: ReadonlyMap<string, NoteAuthor> = new Map([
  ['agent', 'an agent'],
  ['tool', 'a tool'],
  ['external', 'another memory'],
]);

/** Who wrote a note by the `source` of its frontmatter, where it was no person; null for every other source. */
export function authorOfSource(source: string | null | undefined): NoteAuthor | null {
  return AUTHORS.get(source?.trim().toLowerCase() ?? '') ?? null;
}

/** True for the speaker of a passage that no person wrote. */
export function isAuthor(speaker: string | null): speaker is NoteAuthor {
  return [...AUTHORS.values()].some((author) => author === speaker);
}
