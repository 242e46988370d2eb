import { readCalls } from '../activity/read-activity.ts';
import type { StudioDesk } from '../studio-desk.ts';
import type { AgentView } from './setup-view.ts';

/** The agents of this machine, each with the time of its last call; null if no data about them is available. */
export async function listAgents(desk: StudioDesk | null, vault: string): Promise<AgentView[] | null> {
  if (desk === null) return null;
  const calls = readCalls(vault);
  return (await desk.agents(vault)).map(({ id, title, state, edits, isNamed }) => {
    const last = calls.findLast(({ client }) => client !== null && isNamed(client));
    return { id, title, state, edits, calledAt: last?.at ?? null };
  });
}
