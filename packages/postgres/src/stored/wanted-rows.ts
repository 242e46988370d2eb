/** The rows that a statement reads: pairs of scope and key, each looked up separately. A join would start from the policy. */

/** Given pairs as a relation `w (scope, key)`; each is looked up separately. */
export const WANTED = 'unnest($1::int[], $2::bigint[]) AS w (scope, key)';

/** Selects what earlier statements have kept under the names in a parameter. */
export const keptUnder = (names: string): string =>
  `SELECT u.scope, u.key FROM unnest(${names}::text[]) AS k (name), LATERAL unnest(current_setting('memora.' || k.name || '_scope')::int[],
     current_setting('memora.' || k.name || '_key')::bigint[]) AS u (scope, key)`;

/** Given or kept pairs, without duplicates, as a relation `w (scope, key)`. */
export const WANTED_OR_KEPT = `(SELECT * FROM unnest($1::int[], $2::bigint[]) AS g (scope, key) UNION ${keptUnder('$3')}) AS w (scope, key)`;

/** The parameters of {@link WANTED_OR_KEPT}. */
export const WANTED_PARAMETERS = ['int[]', 'bigint[]', 'text[]'] as const;
