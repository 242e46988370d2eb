import type { Connection } from '../connect/connection.ts';
import type { CALLED_FUNCTIONS } from '../schema/functions.ts';
import type { ValueOf } from './value-of.ts';

type Parts<Text extends string> = Text extends ''
  ? []
  : Text extends `${infer First}, ${infer Rest}`
    ? [First, ...Parts<Rest>]
    : [Text];

type Called = (typeof CALLED_FUNCTIONS)[number];
type Named<Name> = Extract<Called, { name: Name }>;

/** The arguments of a function, in order. */
type ArgumentsOf<Name> =
  Parts<Named<Name>['signature']> extends infer All extends string[]
    ? { [At in keyof All]: All[At] extends `${string} ${infer Type}` ? Sent<ValueOf<Type>> : never }
    : never;

/** Bytes may be written as hex. */
type Sent<Value> =
  | (Value extends (infer One)[] ? readonly One[] : Value)
  | (Value extends Buffer ? `\\x${string}` : never)
  | null;

/** A row of a function that returns a table. */
type RowOf<Name> = Named<Name>['returns'] extends `TABLE (${infer Columns})`
  ? {
      [Column in Parts<Columns>[number] as Column extends `${infer Of} ${string}`
        ? Of
        : never]: Column extends `${string} ${infer Type}` ? ValueOf<Type> : never;
    }
  : never;

type OfRows = Extract<Called, { returns: `TABLE (${string}` }>['name'];
type OfOne = Exclude<Called['name'], OfRows>;

const textOf = (name: string, { length }: readonly unknown[]): string =>
  `SELECT * FROM memora.${name}(${Array.from({ length }, (_, i) => `$${i + 1}`).join(', ')})`;

/** Calls a function of the schema. Returns its value; null if it has none. */
export async function callFunction<Name extends OfOne>(
  db: Connection,
  name: Name,
  ...values: ArgumentsOf<Name>
): Promise<ValueOf<Named<Name>['returns']> | null> {
  const [row] = await db.rows<[never]>(textOf(name, values), values);
  return row?.[0] ?? null;
}

/** Calls a function of the schema. Returns its rows. */
export function callForRows<Name extends OfRows>(
  db: Connection,
  name: Name,
  ...values: ArgumentsOf<Name>
): Promise<RowOf<Name>[]> {
  return db.query(textOf(name, values), values);
}
