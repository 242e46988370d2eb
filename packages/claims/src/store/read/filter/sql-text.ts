/** The text of a statement under construction: the syntax differences of the two databases, and the parameter values so far. */
export interface SqlText {
  readonly values: readonly unknown[];
  /** Adds a value and returns its placeholder. */
  readonly add: (value: unknown, type: 'text' | 'bigint') => string;
  /** Tests if an integer or text column is one of several values. */
  readonly among: (column: string, wanted: readonly (number | string)[], type: 'bigint' | 'text') => string;
  /** A table of the store. */
  readonly table: (name: string) => string;
  /** Restricts a row to the scope of a claim; it comes before the other conditions. */
  readonly ofClaim: (table: string) => string;
  /** A text in a JSON column, compared by its bytes. */
  readonly field: (column: string, name: string) => string;
}

/** For SQLite, which has one scope. */
export function sqliteText(): SqlText {
  const values: unknown[] = [];
  const add = (value: unknown): string => {
    values.push(value);
    return '?';
  };
  return {
    values,
    add,
    among: (column, wanted) => `${column} IN (SELECT value FROM json_each(${add(JSON.stringify(wanted))}))`,
    table: (name) => name,
    ofClaim: () => '',
    field: (column, name) => `json_extract(${column}, '$.${name}')`,
  };
}
