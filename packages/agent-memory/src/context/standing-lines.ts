import { timeOf } from '@memora/claims/internal';
import { guidesAgents, UNCONFIRMED } from '../note/memory-kind.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { toRecalledMemory } from '../recall/to-recalled-memory.ts';
import { describeRecall } from '../within/describe-recall.ts';
import type { PooledMemory } from '../within/memory-pool.ts';
import type { ContextPorts } from './context-ports.ts';
import { isOrder } from './screen-line.ts';

/** The lines from memory that precede every question. */
interface StandingLines {
  /** The user's preferences and rules, in the user's own recorded words. */
  readonly own: readonly string[];
  /** Preferences that agents attribute to the user. Nobody confirmed them, and each line says so. */
  readonly reported: readonly string[];
  /** The latest memories of the last session. */
  readonly last: readonly string[];
  /** All memories that may precede a question, the newest first. */
  readonly memories: readonly PooledMemory[];
  /** The memories whose words are included. */
  readonly chosen: readonly PooledMemory[];
}

/** The token limit for all of it. */
const MOST_TOKENS = 400;
const MOST_LAST = 3;
/** A memory with less trust only appears if the question asks for it. */
const TRUSTED = 0.5;

/**
 * Selects the standing lines: preferences and the user's rules, the newest first, and three lines of the last
 * session. Only the user's own orders are included. A preference or rule that an agent wrote on its own
 * account is found only by a question, because no turn of the user supports it and no person confirmed it.
 */
export async function standingLines({ pool, now, confirmed }: ContextPorts): Promise<StandingLines> {
  const at = now();
  const by = await confirmed();
  const isVouched = ({ claim, shown }: PooledMemory) => claim.trust === 1 || by.has(shown.note.id);
  const memories = ((await pool.all())?.memories ?? [])
    .filter((each) => mayStand(each, isVouched(each), at))
    .sort(byNewest);
  const guides = memories.filter(({ shown: { note } }) => guidesAgents(note.kind));
  const preferences = guides.filter((each) => isVouched(each) || isReported(each.shown.note));
  const others = memories.filter((each) => !guides.includes(each));
  const session = others[0]?.shown.note.session ?? null;
  const last = session === null ? [] : others.filter(({ shown: { note } }) => note.session === session);
  const chosen: PooledMemory[] = [];
  for (const each of [...preferences, ...last.slice(0, MOST_LAST)])
    if (describe([...chosen, each], by, at).tokens <= MOST_TOKENS) chosen.push(each);
  const linesOf = (some: readonly PooledMemory[]) => {
    const { lines, common } = describe(some, by, at);
    return lines.length === 0 ? [] : [common, ...lines];
  };
  const standing = chosen.filter((each) => preferences.includes(each));
  return {
    own: linesOf(standing.filter(isVouched)),
    reported: linesOf(standing.filter((each) => !isVouched(each))),
    last: linesOf(chosen.filter((each) => !preferences.includes(each))),
    memories,
    chosen,
  };
}

/** True for words that only an agent attributes to the user. */
function isReported({ kind, saidBy, evidence }: MemoryNote): boolean {
  return kind === 'preference' && (saidBy === 'user' || evidence !== null);
}

function mayStand({ claim, shown: { note, text } }: PooledMemory, isVouched: boolean, now: Date): boolean {
  const { validFrom, validUntil } = claim;
  const period = { validFrom, validUntil: note.validUntil ?? validUntil, created: note.created };
  return claim.trust >= TRUSTED && timeOf(period, now) === null && (isVouched || !isOrder(text));
}

function describe(memories: readonly PooledMemory[], confirmed: ReadonlySet<string>, now: Date) {
  return describeRecall(
    memories.map(({ claim, shown, bytes }) => {
      const isConfirmed = confirmed.has(shown.note.id);
      const item = toRecalledMemory({ claim, shown, bytes, relevance: 0, verified: true }, now);
      const isNote = guidesAgents(shown.note.kind) && claim.trust < 1 && !isConfirmed;
      // A line may be read without its heading, so it says itself that it is not an instruction.
      return isNote
        ? { ...item, saidBy: 'own_work', line: `${UNCONFIRMED}: “${item.line}”` }
        : { ...item, isConfirmed };
    }),
  );
}

function byNewest(a: PooledMemory, b: PooledMemory): number {
  const [x, y] = [a.shown.note, b.shown.note];
  return x.created === y.created ? (x.id < y.id ? -1 : 1) : x.created > y.created ? -1 : 1;
}
