import { fingerprint } from '@memora/core';
import { type AgentMemory, openAgentMemory, type Session } from '../../index.ts';
import { AGENTS, type History, type OfSource, sessionId, timeOf } from './make-history.ts';

/** The result of running a history. */
interface Lived {
  /** For each step: the ids that it saved, and the steps whose memories it showed. */
  readonly saved: readonly (readonly string[])[];
  readonly shown: readonly (readonly number[])[];
  /** For each recall: the ids that it showed. */
  readonly showed: readonly (readonly string[])[];
  /** For each step: the id that it forgot or corrected. */
  readonly aimed: readonly (string | null)[];
  /** For each import: its batch. */
  readonly batches: readonly (string | null)[];
}

/**
 * Runs a history, each step at its time and with the same ids in every run, because ids decide what is merged
 * into what. Steps of the source are left out. Whatever was forgotten, corrected or shown in the first run is
 * repeated in the second, because a history contains only what happened.
 */
export async function liveHistory(
  root: string,
  { steps, agents }: History,
  isLeftOut: (at: number) => OfSource,
  first?: Lived,
): Promise<Lived> {
  let at = 0;
  const createId = () => `mem_${fingerprint(new TextEncoder().encode(`step ${at}`)).slice(0, 12)}`;
  const now = () => new Date(timeOf(at));
  const policy = { maxSavesPerSession: null, timeZone: 'UTC' };
  const opened = new Map<string, AgentMemory>();
  for (const agent of AGENTS)
    opened.set(agent, await openAgentMemory({ vault: root, agent, policy, createId, now }));
  const main = opened.get(AGENTS[0]) as AgentMemory;
  try {
    await main.memory.index();
    const sessions = new Map<number, Session>();
    const saved: string[][] = steps.map(() => []);
    const shown: number[][] = steps.map(() => []);
    const showed: string[][] = steps.map(() => []);
    const leftOut = new Set(first?.saved.flatMap((ids, of) => (isLeftOut(of) === null ? [] : ids)));
    const aimed: (string | null)[] = steps.map(() => null);
    const batches: (string | null)[] = steps.map(() => null);
    const stepOf = new Map<string, number>();
    const ofSession = new Map<number, string[]>();
    for (const [i, step] of steps.entries()) {
      at = i;
      const left = isLeftOut(i);
      if (left === 'all') continue;
      const keep = (id: string | null, session: number | null): void => {
        if (id === null) return;
        saved[i]?.push(id);
        stepOf.set(id, i);
        if (session !== null) ofSession.set(session, [...(ofSession.get(session) ?? []), id]);
      };
      if (step.act === 'consolidate') await main.consolidate();
      else if (step.act === 'import') {
        if (left === 'save') continue;
        const items = step.facts.map((content, n) => ({
          provider: step.provider,
          original: `${i}-${n}`,
          content,
        }));
        const before = (await main.log()).entries.length;
        batches[i] = (await main.importMemories(items)).batch;
        for (const { operation, code, notes } of (await main.log()).entries.slice(before))
          if (operation === 'import' && code !== 'no_new_evidence') keep(notes[0] ?? null, null);
      } else {
        const agent = opened.get(agents[step.session] ?? '') ?? main;
        const session = sessions.get(step.session) ?? (await agent.session({ id: sessionId(step.session) }));
        sessions.set(step.session, session);
        const own = ofSession.get(step.session) ?? [];
        const aim = (nth: number): string | null => {
          aimed[i] =
            first === undefined ? (own[nth % Math.max(1, own.length)] ?? null) : (first.aimed[i] ?? null);
          return aimed[i] ?? null;
        };
        const remember = async (content: string, quote: string | undefined, older: string | null) => {
          if (left === 'save') return;
          const kind = content.startsWith('Always') ? ('procedure' as const) : ('fact' as const);
          const item = { content, kind, ...(quote === undefined ? {} : { quote }) };
          const isThere = older !== null && (await agent.get([older])).length > 0;
          if (!isThere) aimed[i] = null;
          const { memoryId } = isThere ? await session.supersede(older, item) : await session.remember(item);
          keep(memoryId, step.session);
        };
        if (step.act === 'save' || step.act === 'correct') {
          if (step.quoted) await session.append([{ role: 'user', content: `${step.fact} (${i})` }]);
          const older = step.act === 'correct' ? aim(step.nth) : null;
          await remember(step.fact, step.quoted ? step.fact : undefined, older);
        } else if (step.act === 'tool') {
          await session.append([{ role: 'tool', content: `${step.fact} (${i})`, name: step.tool } as never]);
          if (step.saves) await remember(step.fact, step.fact, null);
        } else if (step.act === 'recall') {
          if (first !== undefined) {
            session.show((first.showed[i] ?? []).filter((id) => !leftOut.has(id)));
            continue;
          }
          const { items } = await session.recall(step.question, { limit: 5, evidence: false });
          showed[i] = items.map(({ memoryId, claimId }) => memoryId ?? claimId);
          shown[i] = items.flatMap(({ memoryId }) => stepOf.get(memoryId ?? '') ?? []);
        } else if (step.act === 'forget') {
          const id = aim(step.nth);
          if (id !== null)
            await session.forget(id, { reason: 'x' }).catch(() => {
              aimed[i] = null;
            });
        } else await session.note(`Line ${i} of the day.`);
      }
    }
    return { saved, shown, showed, aimed, batches };
  } finally {
    for (const agent of opened.values()) await agent.close();
  }
}

/** Propagates the labels of the source: its steps, and what a session saved without evidence after it was shown something from the source. */
export function labelSource(
  { steps, ofSource, isHeard }: History,
  { shown, aimed, saved }: Lived,
): ReadonlyMap<number, OfSource> {
  const labels = new Map<number, OfSource>();
  const stepOf = new Map(saved.flatMap((ids, at) => ids.map((id) => [id, at] as const)));
  const told = new Set<number>();
  for (const [i, step] of steps.entries()) {
    if ('session' in step && (shown[i] ?? []).some((of) => labels.has(of))) told.add(step.session);
    const own = ofSource(step, i);
    if (own !== null) labels.set(i, own);
    if (isHeard(step, i) && 'session' in step) told.add(step.session);
    if (own !== null || !(step.act === 'save' || step.act === 'correct') || step.quoted) continue;
    const aim = step.act === 'correct' ? (stepOf.get(aimed[i] ?? '') ?? -1) : -1;
    if (told.has(step.session) || labels.has(aim)) labels.set(i, 'save');
  }
  return labels;
}
