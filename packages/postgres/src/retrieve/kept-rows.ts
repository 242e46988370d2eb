/**
 * Rows that a statement finds and later ones of the same round trip go on from. They are kept in settings of the transaction: on a replica and
 * behind a pooler too, and nobody waits for them.
 */

/** The lists that are kept between statements. */
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

/** The columns of a statement that keeps the rows of a relation by its columns `scope` and `key`. */
function keepRows(name: KeptRows, relation: string): string {
  return `SELECT set_config('memora.${name}_scope', coalesce(array_agg(f.scope)::text, '{}'), true),
    set_config('memora.${name}_key', coalesce(array_agg(f.key)::text, '{}'), true) FROM ${relation} AS f`;
}

/** The rows that were kept under some names, each once, as a relation `w (scope, key)`. */
export function keptRows(...names: readonly KeptRows[]): string {
  const lists = names.map(
    (name) =>
      `SELECT * FROM unnest((SELECT current_setting('memora.${name}_scope'))::int[], (SELECT current_setting('memora.${name}_key'))::bigint[])`,
  );
  return `(${lists.join(' UNION ')}) AS w (scope, key)`;
}

/** A statement that gives the rows of a query and keeps some of them; without any, it gives one row of nulls. */
export function keeping(query: string, columns: string, kept: Partial<Record<KeptRows, string>>): string {
  const parts = Object.entries(kept).map(
    ([name, relation]) => `kept_${name} AS MATERIALIZED (${keepRows(name as KeptRows, relation)})`,
  );
  const from = Object.keys(kept).map((name) => `kept_${name}`);
  return `WITH all_rows AS MATERIALIZED (${query}), ${parts.join(', ')}
    SELECT ${columns} FROM ${from.join(' CROSS JOIN ')} LEFT JOIN all_rows AS r ON true`;
}

/** The rows that are some. */
export function withoutNone<Row extends readonly unknown[]>(rows: readonly Row[]): Row[] {
  return rows.filter(([first]) => first !== null);
}
