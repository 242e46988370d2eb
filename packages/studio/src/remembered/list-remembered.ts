import type { AgentMemory, MemoryDetail } from '@memora/agent-memory';
import type { RememberedItem, RememberedSession } from './remembered-view.ts';

/** Maximum number of memories that are listed. */
const MOST = 300;

/** What agents remembered, by session, the newest first, including memories that wait for a person's confirmation. */
export async function listRemembered(agent: AgentMemory): Promise<RememberedSession[]> {
  const { memories } = await agent.list({ limit: MOST });
  const held = await agent.held();
  const byId = new Map([...memories, ...held].map((each) => [each.memoryId, each]));
  const bySession = Map.groupBy(byId.values(), ({ session, memoryId }) => session ?? `alone ${memoryId}`);
  return [...bySession.values()]
    .map((items) => {
      const sorted = items.sort((a, b) => (a.created > b.created ? -1 : 1));
      const [first] = sorted;
      return {
        session: first?.session ?? null,
        agent: first?.agent ?? null,
        newest: first?.created ?? '',
        items: sorted.map(toItem),
      };
    })
    .sort((a, b) => (a.newest > b.newest ? -1 : 1));
}

function toItem({
  memoryId,
  text,
  kind,
  status,
  held,
  created,
  evidence,
  path,
}: MemoryDetail): RememberedItem {
  const [turn] = evidence;
  const said = turn === undefined ? null : { by: turn.role, quote: turn.quote, intact: turn.intact };
  return { id: memoryId, text, kind, status, held, created, said, path };
}
