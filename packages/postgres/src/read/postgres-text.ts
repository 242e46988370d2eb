import type { SqlText } from '@memora/claims/internal';

/** The text of a statement for PostgreSQL; its first values are given, mostly the scope. */
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
