import type { Claim } from '../model/claim.ts';
import { type ConflictReason, comparePair } from './compare/compare-pair.ts';
import { createConfigure, type PredicateValues } from './predicate-values.ts';
import { toStoredFrame } from './read-frames.ts';
import { resolveConflicts } from './resolve-conflicts.ts';
import type { StoredFrame } from './stored-frame.ts';

/** A claim as it is compared with others. */
export interface ReadClaim extends StoredFrame {
  readonly claim: Claim;
}

/** Judges claims of two stores, as those of one are judged. */
export interface ContradictionJudge {
  /** Reads a claim by the text of its span; null where it says nothing that another could be compared with. */
  readonly read: (claim: Claim, text: string) => ReadClaim | null;
  /** Why two can't both hold; null where they can, and where each holds in a time of its own. */
  readonly between: (a: ReadClaim, b: ReadClaim) => ConflictReason | null;
}

/** The judge that relates the claims of one store, for claims of two: nothing is looked up, and a name means what is written. */
export function createContradictionJudge(predicates: PredicateValues): ContradictionJudge {
  const configure = createConfigure(predicates);
  return {
    read: (claim, text) => {
      const stored = toStoredFrame({ ...claim, key: 0, text, aliases: [], before: '', after: '' });
      return stored === null ? null : { ...stored, claim, frame: configure(stored.frame) };
    },
    between: (a, b) => {
      if (a.scope !== b.scope) return null;
      const found = comparePair(a.frame, b.frame);
      if (found.verdict !== 'conflict') return null;
      const conflict = { ...found, a: a.claim.id, b: b.claim.id };
      const [resolved] = resolveConflicts([a.claim, b.claim], [conflict]).conflicts;
      return resolved === undefined || resolved.resolution === 'historical' ? null : found.reason;
    },
  };
}
