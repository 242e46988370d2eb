import { timeOf } from '../note/period.ts';
import { toRecalledMemory } from '../recall/to-recalled-memory.ts';
import { describeRecall } from '../within/describe-recall.ts';
import type { PooledMemory } from '../within/memory-pool.ts';
import type { PackEntry } from './context-pack.ts';
import type { ContextPorts } from './context-ports.ts';
import { isOrder } from './screen-line.ts';

/** What of the memory stands before every question. */
export interface StandingLines {
  /** What the user prefers, and rules in the user's own words. */
  readonly preferences: readonly string[];
  /** What the last session saved last. */
  readonly last: readonly string[];
  readonly included: readonly PackEntry[];
}

/** Tokens of all of it. */
const MOST_TOKENS = 400;
const MOST_LAST = 3;
/** What is trusted less stands before no question that did not ask for it. */
const TRUSTED = 0.5;

/** Chooses what stands: preferences and the user's rules, the newest first, and three lines of the last session. Nobody's order but the user's. */
export async function standingLines({ pool, now }: ContextPorts): Promise<StandingLines> {
  const at = now();
  const memories = ((await pool.all())?.memories ?? []).filter((each) => mayStand(each, at)).sort(byNewest);
  const preferences = memories.filter(
    ({ claim, shown: { note } }) =>
      note.kind === 'preference' || (note.kind === 'procedure' && claim.trust === 1),
  );
  const others = memories.filter((each) => !preferences.includes(each));
  const session = others[0]?.shown.note.session ?? null;
  const last = session === null ? [] : others.filter(({ shown: { note } }) => note.session === session);
  const chosen: PooledMemory[] = [];
  for (const each of [...preferences, ...last.slice(0, MOST_LAST)])
    if (describe([...chosen, each], at).tokens <= MOST_TOKENS) chosen.push(each);
  const { lines, common } = describe(chosen, at);
  const linesOf = (some: readonly PooledMemory[]) =>
    lines.filter((_, i) => some.includes(chosen[i] as PooledMemory));
  const standing = linesOf(preferences);
  return {
    preferences: standing.length === 0 ? [] : [common, ...standing],
    last: standing.length === 0 && chosen.length > 0 ? [common, ...linesOf(last)] : linesOf(last),
    included: chosen.map(({ claim, shown: { note } }) => ({
      id: note.id,
      part: 'prefix',
      what: 'memory',
      trust: claim.trust,
    })),
  };
}

function mayStand({ claim, shown: { note, text } }: PooledMemory, now: Date): boolean {
  const { validFrom, validUntil } = claim;
  const period = { validFrom, validUntil: note.validUntil ?? validUntil, created: note.created };
  return claim.trust >= TRUSTED && timeOf(period, now) === null && (claim.trust === 1 || !isOrder(text));
}

function describe(memories: readonly PooledMemory[], now: Date) {
  return describeRecall(
    memories.map(({ claim, shown, bytes }) =>
      toRecalledMemory({ claim, shown, bytes, relevance: 0, verified: true }, now),
    ),
  );
}

function byNewest(a: PooledMemory, b: PooledMemory): number {
  const [x, y] = [a.shown.note, b.shown.note];
  return x.created === y.created ? (x.id < y.id ? -1 : 1) : x.created > y.created ? -1 : 1;
}
