import { type AgentMemory, type MemoryDetail, type MemoryJson, toMemoryJson } from '@memora/agent-memory';

/** Memories as `--json` prints them, with the names of notes that the caller may see. */
export async function toMemoriesJson(
  details: readonly MemoryDetail[],
  { memory }: Pick<AgentMemory, 'memory'>,
): Promise<MemoryJson[]> {
  const nameOf = await memory.nameNotes(
    details.flatMap(({ path, evidence }) => [path, ...evidence.map(({ note }) => note)]),
  );
  return details.map((detail) => toMemoryJson(detail, nameOf));
}
