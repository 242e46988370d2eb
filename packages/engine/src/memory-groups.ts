/** The methods of a memory by topic: by group, then by name. */
const MEMORY_GROUPS = {
  /** The history of a thing in the notes, the review queues, and the decisions. */
  review: [
    ...(['timeline', 'heldAt', 'history', 'contradictions', 'stale', 'decisions', 'related'] as const),
    ...(['openQuestions', 'whatIfRetracted', 'forget', 'acknowledge', 'resolve', 'revalidate'] as const),
  ],
  /** Secrets, egress, and erasure. */
  privacy: ['audit', 'erase', 'rotateKey', 'guard'],
  /** Generated pages, the challenger, and the database. */
  upkeep: ['consolidate', 'challenge', 'worldMap', 'atlas', 'doctor', 'backup', 'restore'],
  /** Documents that notes are made from. */
  documents: ['ingest', 'sources', 'refreshSources', 'removeSource'],
  /** Conversations. */
  chats: ['importConversations', 'conversations', 'conversation'],
  /** Notes and the current places of claims in them. */
  notes: [
    ...(['capture', 'readNote', 'nameNotes', 'previewNote', 'autofill'] as const),
    ...(['readSpans', 'readPlaces', 'findSpan', 'evidence'] as const),
  ],
} as const;

type Groups = typeof MEMORY_GROUPS;

/** The methods of the memory itself, whose type is `Flat`, in groups. */
export type MemoryGroups<Flat extends { readonly [Name in Groups[keyof Groups][number]]: unknown }> = {
  readonly [Group in keyof Groups]: Pick<Flat, Groups[Group][number]>;
};

/** Returns a memory with its methods also in groups. */
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
