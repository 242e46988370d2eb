import { stopWords } from '@memora/language/stems';
import type { Evidence } from '../answer/evidence/evidence.ts';
import { toAnswerLine } from '../answer/to-answer-line.ts';

/** Claims that say the same but for one value, each from another day on: where the office was, who led it, what it cost. */
export interface Slot {
  /** The newest first; of one day and value one. */
  readonly values: readonly SlotValue[];
}

/** One value of a slot and the claim that says it. */
export interface SlotValue extends Evidence {
  /** From when on; null where nothing tells. */
  readonly from: string | null;
  /** The words in which it differs from another claim of the slot; all of its words where there is none. */
  readonly value: readonly string[];
}

/** This many claims are compared with each other. */
const MOST = 60;
/** A longer text is no value of anything. */
const MOST_WORDS = 40;

/**
 * Puts evidence into slots: two claims are of one where their sentences are the same but for one run of words that is no longer than what
 * they share, or where they say something of one subject under one predicate and one of them ended the other. Evidence that stands alone
 * is a slot of one value.
 */
export function groupSlots(evidence: readonly Evidence[]): Slot[] {
  const read = evidence.slice(0, MOST).map((each) => ({ each, words: wordsOf(toAnswerLine(each.text)) }));
  const slots: { values: SlotValue[]; readonly words: readonly string[]; readonly first: Evidence }[] = [];
  for (const { each, words } of read) {
    const from = each.claim.precision === 'unknown' ? null : each.claim.validFrom;
    const shared = slots.map((slot) => ({
      slot,
      value: differingWords(slot.words, words) ?? sameFact(slot.first, each),
    }));
    const found = shared.find(({ value }) => value !== null);
    if (found === undefined) slots.push({ values: [{ ...each, from, value: words }], words, first: each });
    else if (!found.slot.values.some((other) => other.from === from && isSame(other, each))) {
      const [first] = found.slot.values;
      // What the first one says that is its own shows beside another.
      if (found.slot.values.length === 1 && first !== undefined)
        found.slot.values = [{ ...first, value: differingWords(words, found.slot.words) ?? first.value }];
      found.slot.values.push({ ...each, from, value: found.value ?? words });
    }
  }
  return slots.map(({ values }) => ({ values: values.toSorted(byNewest) }));
}

function isSame(a: Evidence, b: Evidence): boolean {
  return a.claim.id === b.claim.id || toAnswerLine(a.text) === toAnswerLine(b.text);
}

/** Newest first; what has no date last; what begins on one day by id. */
function byNewest(a: SlotValue, b: SlotValue): number {
  if (a.from !== b.from) {
    if (a.from === null || b.from === null) return a.from === null ? 1 : -1;
    return a.from < b.from ? 1 : -1;
  }
  return a.claim.id < b.claim.id ? -1 : 1;
}

/** Words of `b` that stand in the place of some of `a`; null where the two share too little, or nothing that says what they are about. */
function differingWords(a: readonly string[], b: readonly string[]): readonly string[] | null {
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return null;
  const shortest = Math.min(a.length, b.length);
  let before = 0;
  while (before < shortest && a[before] === b[before]) before++;
  let behind = 0;
  while (behind < shortest - before && a[a.length - 1 - behind] === b[b.length - 1 - behind]) behind++;
  const same = before + behind;
  const [gap, other] = [b.length - same, a.length - same];
  if (gap === 0 && other === 0) return b;
  if (gap === 0 || other === 0 || Math.max(gap, other) > same) return null;
  const shared = [...b.slice(0, before), ...b.slice(b.length - behind)];
  return shared.some((word) => /\p{L}{2}/u.test(word) && !SMALL.has(word))
    ? b.slice(before, b.length - behind)
    : null;
}

const SMALL = stopWords('en');

/** The values of a subject and predicate of which one ended another. */
function sameFact(a: Evidence, b: Evidence): readonly string[] | null {
  const isOne = [a, b].some(({ claim }) => claim.status === 'superseded');
  const key = ({ claim }: Evidence) => `${claim.subject} | ${claim.predicate}`.toLowerCase();
  if (!isOne || a.claim.object === null || b.claim.object === null || key(a) !== key(b)) return null;
  return wordsOf(b.claim.object);
}

function wordsOf(text: string): string[] {
  return (
    text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.,:'’-]*(?<=[\p{L}\p{M}\p{N}])|[\p{L}\p{N}]/gu) ??
    []
  );
}
