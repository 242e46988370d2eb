import type { AgentMemory } from '../agent-memory.ts';

/** The vault's state of each statement: its status, its trust, its start, and the statement that it is merged into. */
export async function stateOf({ memory }: Pick<AgentMemory, 'memory'>): Promise<string[]> {
  const lines: string[] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const page = await memory.claims.listClaims({ limit: 1_000, ...(after === undefined ? {} : { after }) });
    for (const { id, status, trust, validFrom, duplicateOf } of page.claims)
      lines.push([id, status, trust, validFrom, duplicateOf].join(' '));
    after = page.next;
  }
  return lines.sort();
}
