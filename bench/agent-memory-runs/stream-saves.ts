import { type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import {
  durableFacts,
  type GeneratedSave,
  generateSaves,
  INVENTION,
  type SaveFamily,
} from './generate-saves.ts';

/** The content of a memory after an eager agent has saved a whole stream. */
export interface StreamedSaves {
  readonly saves: number;
  /** Notes that were written, including those that repeat existing ones. */
  readonly written: number;
  /** Memories that a recall can show: current ones that are neither held nor merged into another. */
  readonly shown: number;
  /** Of those, the worthless ones by the family of their save, without inventions. */
  readonly junk: Readonly<Record<string, number>>;
  /** Durable facts that a recall by their own words does not show. */
  readonly missing: readonly string[];
  /** How often a recall can show the repeated invention. */
  readonly inventions: number;
  /** Inventions that are attributed to the user. */
  readonly grounded: number;
}

const DAY = 86_400_000;
/** Asked how long these last, an agent says: a moment. No rule can read it from their words. */
const PASSING: ReadonlySet<SaveFamily> = new Set(['greeting', 'system_dump', 'transient']);
/** No rule can detect that nobody said these. */
const INVENTED: ReadonlySet<SaveFamily> = new Set(['invented_profile', 'one_invention']);

/** The share of worthless memories in what a recall can show, from 0 to 1. */
export function shareOfJunk({ junk, shown }: Pick<StreamedSaves, 'junk' | 'shown'>): number {
  return Object.values(junk).reduce((sum, each) => sum + each, 0) / shown;
}

/** Saves a generated stream into a vault, session after session, and then inspects what a recall can show. */
export async function streamSaves(vault: string, saves: number, seed = 1): Promise<StreamedSaves> {
  let now = Date.parse('2026-02-01T09:00:00Z');
  const tick = (): Date => {
    now += 1_000;
    return new Date(now);
  };
  await using agent = await openAgentMemory({ vault, agent: 'eager', now: tick });
  const saveById = new Map<string, GeneratedSave>();
  let grounded = 0;
  for (const { known, userTurns, saves: wanted } of generateSaves(saves, seed)) {
    const session = await agent.session({ known });
    await session.append(userTurns.map((content) => ({ role: 'user', content })));
    for (const save of wanted) {
      const { content, quote, family } = save;
      const { memoryId, grounding, trust } = await session.remember({
        content,
        ...(quote === null ? {} : { quote }),
        ...(PASSING.has(family) ? { lasts: 'moment' as const } : {}),
      });
      if (memoryId === null) continue;
      saveById.set(memoryId, save);
      if (INVENTED.has(family) && (grounding === 'quoted' || trust === 1)) grounded++;
    }
    now += DAY / 6;
  }
  const shown = await showable(agent);
  const junk: Record<string, number> = {};
  let inventions = 0;
  const seen = new Set<string>();
  for (const id of shown) {
    const { family, content, of } = saveById.get(id) as GeneratedSave;
    if (content === INVENTION) inventions++;
    const fact = family === 'durable' ? content : of;
    // An agent's invention is stored as the agent's own statement. `grounded` counts the cases in which it is trusted more.
    if (INVENTED.has(family)) continue;
    // The only statement of a durable fact is worth keeping, whoever made it.
    if (fact !== null && !seen.has(fact)) seen.add(fact);
    else junk[family] = (junk[family] ?? 0) + 1;
  }
  const missing: string[] = [];
  for (const fact of durableFacts().slice(0, saves)) {
    const { items } = await agent.recall(fact, { evidence: false });
    if (!items.some(({ memoryId }) => isOf(saveById.get(memoryId ?? ''), fact))) missing.push(fact);
  }
  return { saves, written: saveById.size, shown: shown.length, junk, missing, inventions, grounded };
}

function isOf(save: GeneratedSave | undefined, fact: string): boolean {
  return save?.content === fact || save?.of === fact;
}

async function showable({ memory, held }: AgentMemory): Promise<string[]> {
  const waiting = new Set((await held()).map(({ memoryId }) => memoryId));
  const ids = new Set<string>();
  for (let after: string | null | undefined; after !== null; ) {
    const page = await memory.claims.listClaims({
      limit: 1_000,
      status: ['current', 'contested'],
      ...(after === undefined ? {} : { after }),
    });
    for (const { noteId, duplicateOf, notePath } of page.claims)
      if (duplicateOf === null && /(?:^|\/)memory\//u.test(notePath) && !waiting.has(noteId)) ids.add(noteId);
    after = page.next;
  }
  return [...ids];
}
