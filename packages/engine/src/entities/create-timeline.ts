import type { Claim } from '@memora/claims';
import { plainName } from '@memora/claims/internal';
import { compareText } from '@memora/core/internal';
import type { Memory } from '../memory.ts';
import type { MemoryEntities } from './memory-entities.ts';

interface TimelinePorts extends Pick<Memory, 'claims' | 'query' | 'readSpans' | 'timeline'> {
  readonly entities: MemoryEntities;
}

/** Maximum number of claims in a search for one name of a thing. */
const MOST_FOUND = 2_000;

/**
 * Returns every claim about a thing under any of its names: those with the thing as subject, and those that
 * mention it. Claims about another thing with the same name are left out. Oldest first.
 */
export function createTimeline({
  claims,
  query,
  readSpans,
  timeline,
  entities,
}: TimelinePorts): Memory['timeline'] {
  return async (subject, asked = {}) => {
    const stated = await timeline(subject, asked);
    const entity = await entities.resolve(subject);
    if (entity === null) return stated;
    const names = [...new Set([plainName(subject), ...(await entities.namesOf(entity))])];
    const found = new Map<string, Claim>(stated.map((claim) => [claim.id, claim]));
    for (const name of names) {
      for (const claim of (await claims.listClaims({ subject: name })).claims) found.set(claim.id, claim);
      const { hits } = await query(name, { k: MOST_FOUND, behind: false });
      const near = hits.map(({ claim }) => claim).filter(({ id }) => !found.has(id));
      const texts = await readSpans(near);
      for (const [i, claim] of near.entries())
        if (holdsName(texts[i] ?? '', name)) found.set(claim.id, claim);
    }
    const all = [...found.values()];
    const ids = await entities.idsOf(all);
    const isOther = (claim: Claim) =>
      names.includes(plainName(claim.subject)) && (ids.get(claim.id) ?? entity.id) !== entity.id;
    return all
      .filter((claim) => !isOther(claim))
      .sort((a, b) => compareText(a.validFrom ?? '', b.validFrom ?? '') || compareText(a.id, b.id));
  };
}

/** True if a text contains the words of a name in sequence. */
function holdsName(text: string, name: string): boolean {
  return toWords(text).includes(toWords(name));
}

function toWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;
}
