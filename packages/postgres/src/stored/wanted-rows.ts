/** The rows that a statement asks about: pairs of a scope and a key, looked up one by one. A join would be begun from the policy. */

/** Pairs that were given, as a relation `w (scope, key)`; each is looked up by itself. */
export const WANTED = 'unnest($1::int[], $2::bigint[]) AS w (scope, key)';

/** What earlier statements have kept under the names of a parameter. */
export const keptUnder = (names: string): string =>
  `SELECT u.scope, u.key FROM unnest(${names}::text[]) AS k (name), LATERAL unnest(current_setting('memora.' || k.name || '_scope')::int[],
     current_setting('memora.' || k.name || '_key')::bigint[]) AS u (scope, key)`;

/** Pairs that were given or kept, each once, as a relation `w (scope, key)`. */
export const WANTED_OR_KEPT = `(SELECT * FROM unnest($1::int[], $2::bigint[]) AS g (scope, key) UNION ${keptUnder('$3')}) AS w (scope, key)`;

/** The parameters of {@link WANTED_OR_KEPT}. */
export const WANTED_PARAMETERS = ['int[]', 'bigint[]', 'text[]'] as const;
