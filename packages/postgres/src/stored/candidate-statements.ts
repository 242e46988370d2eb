import { assertionCodes, CONVERSATION_NOTE } from '@memora/claims/internal';

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
