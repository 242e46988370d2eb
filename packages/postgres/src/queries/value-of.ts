/** Values by the names of their types in PostgreSQL. */
interface Held {
  int: number;
  bigint: number;
  real: number;
  text: string;
  bytea: Buffer;
  boolean: boolean;
  interval: string;
  timestamptz: Date;
  xid8: string;
  jsonb: unknown;
  void: unknown;
}

/** The value of a type of PostgreSQL, as the driver returns it. */
export type ValueOf<Type> = Type extends `${infer One extends keyof Held & string}[]`
  ? Held[One][]
  : Type extends keyof Held
    ? Held[Type]
    : never;
