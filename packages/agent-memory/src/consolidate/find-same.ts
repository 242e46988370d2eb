import { saysTheSame, wordsOf } from '@memora/claims/internal';
import { byAge, type StandingMemory } from './standing-memory.ts';

/** Minimum share of common words in two statements that may be the same; `saysTheSame` requires more. */
const SHARE = 0.7;

/**
 * Groups of memories that say the same and can be merged without changing anything else: the same trust,
 * band, kind and validity, with none of them held, replaced or disputed. A less trusted memory stays a
 * separate note, because a merged note would have its trust. The oldest of a group comes first.
 */
export function findSame(all: readonly StandingMemory[], isInvolved: (claimId: string) => boolean) {
  const byTerms = new Map<string, StandingMemory[]>();
  for (const memory of all) {
    const { note, claims } = memory;
    const isPlain = claims.every(({ id, status }) => status === 'current' && !isInvolved(id));
    if (note.held !== null || note.supersedes !== null || claims.length === 0 || !isPlain) continue;
    const terms = termsOf(memory);
    byTerms.set(terms, [...(byTerms.get(terms) ?? []), memory]);
  }
  return [...byTerms.values()].flatMap((some) => groupsOf(some.toSorted(byAge)));
}

/** A key of everything that two memories must have in common to be merged. */
function termsOf({ note, claims }: StandingMemory): string {
  const { kind, entity, privacy, validFrom, validUntil, source, evidence } = note;
  const trust = Math.min(...claims.map((claim) => claim.trust));
  const name = entity?.toLowerCase() ?? null;
  return JSON.stringify([kind, name, privacy, validFrom, validUntil, source, trust, evidence === null]);
}

/** Each memory joins the first older one that says the same, so none is joined through a third. */
function groupsOf(some: readonly StandingMemory[]): StandingMemory[][] {
  const groups = new Map<StandingMemory, StandingMemory[]>();
  const byClaims = new Map<string, StandingMemory>();
  const near = createNearFinder();
  for (const memory of some) {
    const said = [...new Set(memory.claims.map(({ id, duplicateOf }) => duplicateOf ?? id))].sort().join(' ');
    const first =
      byClaims.get(said) ??
      near.find(memory.note.content).find((other) => saysTheSame(memory.note.content, other.note.content));
    if (first === undefined) {
      byClaims.set(said, memory);
      near.add(memory);
    } else groups.set(first, [...(groups.get(first) ?? [first]), memory]);
  }
  return [...groups.values()];
}

/** Finds memories that share most of their words, the first added first. Rare words are looked up first. */
function createNearFinder() {
  const byWord = new Map<string, StandingMemory[]>();
  return {
    add: (memory: StandingMemory): void => {
      for (const word of wordsOf(memory.note.content)) {
        const those = byWord.get(word);
        if (those === undefined) byWord.set(word, [memory]);
        else those.push(memory);
      }
    },
    find: (content: string): StandingMemory[] => {
      const rare = [...wordsOf(content)]
        .map((word) => byWord.get(word) ?? [])
        .sort((a, b) => a.length - b.length);
      // A memory that shares enough words has at least one of these.
      const enough = rare.slice(0, rare.length - Math.ceil(rare.length * SHARE) + 1);
      return [...new Set(enough.flat())].sort(byAge);
    },
  };
}
