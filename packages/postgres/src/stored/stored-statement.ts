/**
 * A statement stored on the server as a function: it is planned once per connection, and needs no prepared name that a pooler would have to support. The
 * caller's policies decide what it may read, as for a plain statement. Its rows are packed into one list.
 */
export interface StoredStatement {
  /** Name of the function. */
  readonly name: string;
  /** Types of its parameters, in order. */
  readonly parameters: readonly string[];
  /** Columns per row. */
  readonly columns: number;
  /** The statement. It is part of a published schema: a change needs a new schema's function. */
  readonly sql: string;
}

/** Returns the body of the function that runs a statement. */
export function bodyOf({ columns, sql }: StoredStatement): string {
  const names = Array.from({ length: columns }, (_, i) => `c${i + 1}`).join(', ');
  return `
BEGIN
  RETURN (SELECT coalesce(json_agg(json_build_array(${names})), '[]'::json) FROM (${sql}) AS r (${names}));
END`;
}
