import type { Value } from '@memora/claims/queries';
import { from, read } from './team-rows.ts';

/** Claims of a publication. */
export const claimQueries = {
  formerClaims: read('former_id', ['id', 'claim'], ['scope', 'id any'], ['id']),
  formerClaimsOver: read('former_id', ['scope', 'id'], ['scope any', 'id any']),
  placeOfClaim: (scope: Value<number>, id: Value<string>) =>
    from
      .selectFrom('claim')
      .innerJoin('note', 'note.key', 'claim.note')
      .select(['note.path', 'claim.span_start as start', 'claim.id'])
      .where('claim.scope', '=', scope)
      .where('note.scope', '=', scope)
      .where('claim.id', '=', id),
  printOfClaim: read('claim', ['band', 'fingerprint'], ['scope', 'id']),
  sealedClaims: read('claim', ['key'], ['scope', 'sealed set', 'limit']),
  indexesOf: read('claim_index', ['complete'], ['scope']),
} as const;
