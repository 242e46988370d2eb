/** The text of a statement while it is written: what the two databases word differently, and the values of its parameters so far. */
export interface SqlText {
  readonly values: readonly unknown[];
  /** Keeps a value, and gives the parameter that stands for it. */
  readonly add: (value: unknown, type: 'text' | 'int' | 'bigint') => string;
  /** That a column of whole numbers, or of texts, is among some. */
  readonly among: (column: string, wanted: readonly (number | string)[], type: 'bigint' | 'text') => string;
  /** A table of the store. */
  readonly table: (name: string) => string;
  /** That a row is of the scope of a claim; it stands before what else is asked of it. */
  readonly ofClaim: (table: string) => string;
  /** A text in a column of JSON, compared by its bytes. */
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
