/** A value, or a promise of one: a file database returns rows at once, a database behind a network does not. */
export type MaybePromise<Value> = Value | Promise<Value>;
