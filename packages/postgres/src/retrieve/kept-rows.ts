/**
 * Rows that a statement finds and later ones in the same round trip use. They are stored in transaction settings, which work on a replica and behind a
 * pooler, without waiting for a result.
 */

/** The names of the lists kept between statements. */
export type KeptRows =
  | 'found'
  | 'near'
  | 'claims'
  | 'linked'
  | 'named'
  | 'links'
  | 'edges'
  | 'about'
  | 'ofnotes'
  | 'places'
  | 'nearby'
  | 'cited';

/** Returns columns for a statement that keep a relation's `scope` and `key`. */
function keepRows(name: KeptRows, relation: string): string {
  return `SELECT set_config('memora.${name}_scope', coalesce(array_agg(f.scope)::text, '{}'), true),
    set_config('memora.${name}_key', coalesce(array_agg(f.key)::text, '{}'), true) FROM ${relation} AS f`;
}

/** Returns the rows kept under some names, without duplicates, as a relation `w (scope, key)`. */
export function keptRows(...names: readonly KeptRows[]): string {
  const lists = names.map(
    (name) =>
      `SELECT * FROM unnest((SELECT current_setting('memora.${name}_scope'))::int[], (SELECT current_setting('memora.${name}_key'))::bigint[])`,
  );
  return `(${lists.join(' UNION ')}) AS w (scope, key)`;
}

/** Returns a statement that selects the rows of a query and keeps some of them. Without results it returns one row of nulls. */
export function keeping(query: string, columns: string, kept: Partial<Record<KeptRows, string>>): string {
  const parts = Object.entries(kept).map(
    ([name, relation]) => `kept_${name} AS MATERIALIZED (${keepRows(name as KeptRows, relation)})`,
  );
  const from = Object.keys(kept).map((name) => `kept_${name}`);
  return `WITH all_rows AS MATERIALIZED (${query}), ${parts.join(', ')}
    SELECT ${columns} FROM ${from.join(' CROSS JOIN ')} LEFT JOIN all_rows AS r ON true`;
}

/** Removes the row of nulls. */
export function withoutNone<Row extends readonly unknown[]>(rows: readonly Row[]): Row[] {
  return rows.filter(([first]) => first !== null);
}
