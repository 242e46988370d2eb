/**
 * A statement that stands on the server as a function: its plan is made once a connection, and needs no name that a pooler would have to
 * know. What it may read is decided as for a plain statement, by the policies of whoever asks. Its rows come packed, as one list.
 */
export interface StoredStatement {
  /** Of the function. */
  readonly name: string;
  /** Types of its parameters, in their order. */
  readonly parameters: readonly string[];
  /** Columns of a row. */
  readonly columns: number;
  /** The statement itself. Part of a published schema: a change takes a function of a new one. */
  readonly sql: string;
}

/** The body of the function that runs a statement. */
export function bodyOf({ columns, sql }: StoredStatement): string {
  const names = Array.from({ length: columns }, (_, i) => `c${i + 1}`).join(', ');
  return `
BEGIN
  RETURN (SELECT coalesce(json_agg(json_build_array(${names})), '[]'::json) FROM (${sql}) AS r (${names}));
END`;
}
