import type { SqlText, STORE_TABLES } from '@memora/claims/internal';

/** Creates the text of a PostgreSQL statement with its first values, usually the scope. */
export function postgresText(...first: readonly unknown[]): SqlText {
  const values = [...first];
  const add = (value: unknown, type: string): string => {
    values.push(value);
    return `$${values.length}::${type}`;
  };
  return {
    values,
    add,
    among: (column, wanted, type) => `${column} = ANY (${add(wanted, `${type}[]`)})`,
    table: (name) => `memora.${name}`,
    ofClaim: (table) => `${table}.scope = claim.scope AND `,
    field: (column, name) => `((${column}::json ->> '${name}') COLLATE "C")`,
  };
}

/** Rewrites a claim-store statement for one scope, its first value: the store's tables become those of the scope, under the same names. */
export function ofScope(sql: string, tables: readonly (keyof typeof STORE_TABLES)[]): string {
  const own = tables.map(
    (name) => `${name} AS NOT MATERIALIZED (SELECT * FROM memora.${name} WHERE scope = $1)`,
  );
  return `WITH ${own.join(', ')}${sql.startsWith('WITH ') ? `, ${sql.slice('WITH '.length)}` : ` ${sql}`}`;
}
