import type { ClaimFilter } from '@memora/claims';
import {
  assertionCodes,
  bandCodes,
  CONVERSATION_NOTE,
  DERIVED_NOTE,
  statusCodes,
} from '@memora/claims/internal';
import { keeping } from '../retrieve/kept-rows.ts';
import type { StoredStatement } from './stored-statement.ts';
import { WANTED_OR_KEPT, WANTED_PARAMETERS } from './wanted-rows.ts';

const ASSERTED = assertionCodes.toCode('asserted');

/** The columns of a claim that are read before it is scored. */
const ROW = `w.scope, claim.key, claim.id, claim.note, claim.trust, CASE WHEN claim.assertion = ${ASSERTED} THEN claim.said END AS said,
  claim.sealed IS NOT NULL AS sealed, CASE WHEN note.type = '${CONVERSATION_NOTE}' THEN claim.valid_from END AS said_at, claim.object, l.snippet`;

/** Returns a statement that selects claims with the value of a condition over `claim` and `note`. */
export const candidatesSql = (from: string, key: string, condition: string, more = ''): string =>
  `SELECT ${ROW}, (${condition}) AS passes${more} FROM ${from},
     LATERAL (SELECT * FROM memora.claim AS c WHERE c.scope = w.scope AND c.key = ${key} LIMIT 1) AS claim,
     LATERAL (SELECT * FROM memora.note AS n WHERE n.scope = w.scope AND n.key = claim.note LIMIT 1) AS note`;

/** The claims of passages in the full-text index, with their texts and places. */
export const claimsOfPassages = (wanted: string): string =>
  `${wanted}, LATERAL (SELECT key, passage, first_term, end_term, snippet FROM memora.lexical_claims AS c
     WHERE c.scope = w.scope AND c.passage = w.key OFFSET 0) AS l`;
/** Claims, with their indexed texts if any. */
export const claimsWithTexts = (wanted: string): string =>
  `${wanted} LEFT JOIN LATERAL (SELECT key, snippet FROM memora.lexical_claims AS i WHERE i.scope = w.scope AND i.key = w.key LIMIT 1) AS l ON true`;

/** The columns of the place of a claim found by its passage. */
export const PLACE = ', l.passage, l.first_term, l.end_term';

const FILTER_PARAMETERS = ['boolean', 'boolean', 'bigint[]', 'bigint[]', 'text'] as const;
const PASSES = `(note.type IS DISTINCT FROM '${DERIVED_NOTE}') AND ($4::boolean OR note.type IS DISTINCT FROM '${CONVERSATION_NOTE}')
  AND (NOT $5::boolean OR note.status <> 'archived') AND ($6::bigint[] IS NULL OR claim.band = ANY ($6::bigint[]))
  AND ($7::bigint[] IS NULL OR claim.status = ANY ($7::bigint[]))
  AND ($8::text IS NULL OR note.region = $8::text OR starts_with(note.region, $8::text || '/')) AND claim.recorded_until IS NULL`;

const ASKED_BY = new Set(['conversations', 'active', 'bands', 'status', 'region']);

/** Returns a filter about the present as values of a stored statement; null for any other filter. */
export function toFilterValues(filter: ClaimFilter): readonly unknown[] | null {
  const { conversations, active, bands, status, region } = filter;
  const others = Object.entries(filter).filter(([name, value]) => value !== undefined && !ASKED_BY.has(name));
  if (others.length > 0) return null;
  const statuses = typeof status === 'string' ? [status] : status;
  return [
    conversations !== false,
    active === true,
    bands?.map(bandCodes.toCode) ?? null,
    statuses?.map(statusCodes.toCode) ?? null,
    region ?? null,
  ];
}

/** Claims, with the filter's verdict. */
export const CANDIDATES: StoredStatement = {
  name: 'ask_candidates',
  parameters: [...WANTED_PARAMETERS, ...FILTER_PARAMETERS],
  columns: 11,
  sql: candidatesSql(claimsWithTexts(WANTED_OR_KEPT), 'w.key', PASSES),
};

/** The claims of passages, with the filter's verdict; kept as `claims`. */
export const CANDIDATES_OF_PASSAGES: StoredStatement = {
  name: 'ask_candidates_of_passages',
  parameters: [...WANTED_PARAMETERS, ...FILTER_PARAMETERS],
  columns: 14,
  sql: keeping(candidatesSql(claimsOfPassages(WANTED_OR_KEPT), 'l.key', PASSES, PLACE), 'r.*', {
    claims: 'all_rows',
  }),
};
