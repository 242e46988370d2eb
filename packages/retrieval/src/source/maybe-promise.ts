/** A value, or a promise of it: rows are there at once where the database is a file, and not where it is behind a network. */
export type MaybePromise<Value> = Value | Promise<Value>;
