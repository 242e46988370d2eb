import type { ClaimFilter } from '@memora/claims';
import type { QueryOptions } from '../hit.ts';

const NOW = ['current', 'stale', 'contested'] as const;
const THEN = [...NOW, 'superseded'] as const;

/** Returns the claim filter for a question's options. */
export function toFilter({
  asOf,
  region,
  bands,
  conversations = false,
  memories = true,
  statuses,
}: Pick<QueryOptions, 'asOf' | 'region' | 'bands' | 'conversations' | 'memories' | 'statuses'>): ClaimFilter {
  return {
    status: statuses ?? (asOf ? THEN : NOW),
    ...(asOf && { asOf }),
    ...(region !== undefined && { region }),
    ...(bands && { bands }),
    ...(!conversations && { conversations }),
    ...(!memories && { memories }),
    // An archived note says nothing about the present, but it counts for its own time.
    ...(!asOf && { active: true }),
  };
}
