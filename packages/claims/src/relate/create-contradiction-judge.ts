import { normaliseTerm } from '@memora/core';
import type { Claim } from '../model/claim.ts';
import type { ConflictReason } from './conflict-reason.ts';
import type { PredicateValues } from './predicate-values.ts';
import { resolveConflicts } from './resolve-conflicts.ts';
import { readSlot, type Slot } from './slots/read-slot.ts';

/** A claim prepared for comparison. */
export interface ReadClaim {
  readonly claim: Claim;
  readonly slot: Slot;
}

/** Compares claims of two stores: names are compared as written, and only values of one kind are compared. */
export interface ContradictionJudge {
  /** Reads a claim from the text of its span; null if it has no single value. */
  readonly read: (claim: Claim, text: string) => ReadClaim | null;
  /** Returns why two claims can't both hold; null if they can, or if each holds in a different period. */
  readonly between: (a: ReadClaim, b: ReadClaim) => ConflictReason | null;
}

/** Creates the judge from a config. */
export function createContradictionJudge({ single, multi }: PredicateValues): ContradictionJudge {
  return {
    read: (claim, text) => {
      const isNamed = normaliseTerm(text).includes(normaliseTerm(claim.subject));
      const subject = isNamed ? claim.subject : `${claim.noteTitle} › ${claim.subject}`;
      const slot = readSlot({
        ...claim,
        subject,
        key: 0,
        text,
        aliases: [],
        before: '',
        after: '',
        isResolved: true,
      });
      return slot === null || multi.has(slot.key) ? null : { claim, slot };
    },
    between: ({ claim: a, slot: x }, { claim: b, slot: y }) => {
      if (x.name !== y.name || x.place !== y.place || x.value === y.value) return null;
      if (x.single !== 'always' && !single.has(x.key)) return null;
      const reason = x.kind === 'text' ? 'value' : x.kind;
      const conflict = { a: a.id, b: b.id, reason, singleValued: true };
      const [resolved] = resolveConflicts([a, b], [conflict]).conflicts;
      return resolved === undefined || resolved.resolution === 'historical' ? null : reason;
    },
  };
}
