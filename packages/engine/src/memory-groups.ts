/** The methods of a memory by what they are about: by group, then by name. */
export const MEMORY_GROUPS = {
  /** What the notes say of a thing over time, what needs a decision, and the decisions. */
  review: [
    ...(['timeline', 'heldAt', 'history', 'contradictions', 'stale', 'decisions', 'related'] as const),
    ...(['openQuestions', 'whatIfRetracted', 'forget', 'acknowledge', 'resolve', 'revalidate'] as const),
  ],
  /** What is secret, what leaves, and what is to be gone. */
  privacy: ['audit', 'erase', 'rotateKey', 'guard'],
  /** Generated pages, the challenger, and the database. */
  upkeep: ['consolidate', 'challenge', 'worldMap', 'atlas', 'doctor', 'backup', 'restore'],
  /** Documents that notes are made of. */
  documents: ['ingest', 'sources', 'refreshSources', 'removeSource'],
  /** Conversations. */
  chats: ['importConversations', 'conversations', 'conversation'],
  /** Notes and the places of claims in them, as they are now. */
  notes: [
    ...(['capture', 'readNote', 'nameNotes', 'previewNote', 'autofill'] as const),
    ...(['readSpans', 'readPlaces', 'findSpan', 'evidence'] as const),
  ],
} as const;

type Groups = typeof MEMORY_GROUPS;

/** The same methods as those of the memory itself, of which `Flat` is the type. */
export type MemoryGroups<Flat extends { readonly [Name in Groups[keyof Groups][number]]: unknown }> = {
  readonly [Group in keyof Groups]: Pick<Flat, Groups[Group][number]>;
};

/** A memory with its methods in groups, too. */
export function groupMethods<Flat extends { readonly [Name in Groups[keyof Groups][number]]: unknown }>(
  flat: Flat,
): MemoryGroups<Flat> {
  return Object.fromEntries(
    Object.entries(MEMORY_GROUPS).map(([group, names]) => [
      group,
      Object.fromEntries(names.map((name) => [name, flat[name]])),
    ]),
  ) as unknown as MemoryGroups<Flat>;
}
