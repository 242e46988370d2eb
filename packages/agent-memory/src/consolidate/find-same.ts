import { comparedWords, saysTheSame } from '@memora/claims/internal';
import { byAge, type StandingMemory } from './standing-memory.ts';

/** The most memories with the same words, in the order of their age, that another one is compared with. Those that say the same as one of them do not count. */
const MOST_COMPARED = 32;

/**
 * Groups of memories that say the same and can be merged without changing anything else: the same trust, band, kind and validity, none of them held, replaced
 * or disputed. A less trusted memory stays a separate note, because a merged note would have its trust. The oldest of a group comes first.
 */
export function findSame(all: readonly StandingMemory[], isInvolved: (claimId: string) => boolean) {
  const plain = all.filter(({ note, claims }) => {
    const isPlain = claims.every(({ id, status }) => status === 'current' && !isInvolved(id));
    return note.held === null && note.supersedes === null && claims.length > 0 && isPlain;
  });
  return [...Map.groupBy(plain, termsOf).values()].flatMap((some) => groupsOf(some.toSorted(byAge)));
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
  const byWords = new Map<string, StandingMemory[]>();
  for (const memory of some) {
    const { content } = memory.note;
    const said = [...new Set(memory.claims.map(({ id, duplicateOf }) => duplicateOf ?? id))].sort().join(' ');
    const words = comparedWords(content);
    const older = byWords.get(words) ?? [];
    const first = byClaims.get(said) ?? older.find((other) => saysTheSame(content, other.note.content));
    if (first === undefined) {
      byClaims.set(said, memory);
      if (older.length < MOST_COMPARED) byWords.set(words, [...older, memory]);
    } else {
      const group = groups.get(first);
      if (group === undefined) groups.set(first, [first, memory]);
      else group.push(memory);
    }
  }
  return [...groups.values()];
}
