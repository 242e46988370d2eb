import type { RecalledMemory } from '../recall/recall.ts';
import type { ContextPack, ExcludedReason, PackEntry } from './context-pack.ts';
import { isOrder, toShownLine } from './screen-line.ts';

/** The inputs of a selection. */
export interface Choosing {
  /** How many items the budget has room for. */
  readonly room: number;
  /** True for an item whose line the model already has. */
  readonly isShown: (line: string, item: RecalledMemory) => boolean;
  /** True for a turn of the conversation that the prompt contains. */
  readonly isOwnTurn: (path: string) => boolean;
}

/** The items of the turn part, and the omitted ones with their reasons. */
export interface Chosen {
  readonly items: readonly RecalledMemory[];
  readonly excluded: ContextPack['excluded'];
}

/** Minimum trust of a trusted item. */
const TRUSTED = 0.5;

/**
 * Selects recalled items in order: no instructions except the user's, no duplicates, nothing that the model already has. At most one item has a trust below one
 * half, and it comes last, so it never precedes a trusted one.
 */
export function selectItems(
  found: readonly RecalledMemory[],
  { room, isShown, isOwnTurn }: Choosing,
): Chosen {
  const excluded: ContextPack['excluded'][number][] = [];
  const leaveOut = (item: RecalledMemory, reason: ExcludedReason): void =>
    void excluded.push({ ...toEntry(item), reason });
  const said = new Set<string>();
  const trusted: RecalledMemory[] = [];
  const others: RecalledMemory[] = [];
  for (const item of found) {
    const line = toShownLine(item.line);
    const key = line.toLowerCase();
    if (item.status === 'superseded' || item.status === 'over') leaveOut(item, 'superseded');
    else if (item.status === 'held' || !mayBeShown(item)) leaveOut(item, 'held');
    else if (line === '' || said.has(key) || isOwnTurn(item.notePath) || isShown(line, item))
      leaveOut(item, 'duplicate');
    else {
      said.add(key);
      (item.trust < TRUSTED ? others : trusted).push(item);
    }
  }
  const items = trusted.slice(0, room);
  for (const item of trusted.slice(room)) leaveOut(item, 'budget');
  const [other] = others;
  if (other !== undefined && items.length < room) items.push(other);
  for (const item of items.at(-1) === other ? others.slice(1) : others)
    leaveOut(item, room > items.length ? 'trust' : item === other ? 'budget' : 'trust');
  return { items, excluded };
}

/** True if the item may give orders: the user's own words, a note that a person wrote, or a memory that a person confirmed. */
function mayBeShown(item: RecalledMemory): boolean {
  return item.isConfirmed === true || isOfPerson(item) || !isOrder(item.line);
}

/** True for words that a person said or wrote. */
export function isOfPerson({ trust, from }: RecalledMemory): boolean {
  return trust === 1 && (from === 'you' || from === 'user' || from === 'note');
}

/** An item as an entry of a pack. */
export function toEntry({ memoryId, claimId, trust }: RecalledMemory): PackEntry {
  return {
    id: memoryId ?? claimId,
    part: 'turn',
    what: memoryId === null ? 'evidence' : 'memory',
    trust,
  };
}
