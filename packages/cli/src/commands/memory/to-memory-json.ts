import type { AgentMemory, MemoryDetail } from '@memora/agent-memory';

/** Memories as `--json` prints them; notes are named for whoever may not read secret ones. */
export async function toMemoriesJson(
  details: readonly MemoryDetail[],
  { memory }: Pick<AgentMemory, 'memory'>,
): Promise<Record<string, unknown>[]> {
  const nameOf = await memory.nameNotes(
    details.flatMap(({ path, evidence }) => [path, ...evidence.map(({ note }) => note)]),
  );
  return details.map(
    ({ memoryId, validFrom, validUntil, supersededBy, saidAgain, path, evidence, history, ...rest }) => ({
      memory_id: memoryId,
      ...rest,
      path: nameOf(path),
      valid_from: validFrom,
      valid_until: validUntil,
      evidence: evidence.map((each) => ({ ...each, note: nameOf(each.note) })),
      history: history.map(({ at, kind, relatedId }) => ({ at, kind, related_id: relatedId })),
      superseded_by: supersededBy,
      said_again: saidAgain,
    }),
  );
}
