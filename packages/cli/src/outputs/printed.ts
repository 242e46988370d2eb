import type * as z from 'zod';

type ReadOnly<Value> = Value extends readonly unknown[]
  ? { readonly [At in keyof Value]: ReadOnly<Value[At]> }
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value;

/** A value that a schema accepts, as a read-only type. */
type Printed<Schema extends z.ZodType> = ReadOnly<z.input<Schema>>;

/** The type that a schema declares for a value; never if the value has a key that the schema lacks. */
export type Declared<Value, Schema extends z.ZodType> =
  Exclude<keyof Value, keyof Printed<Schema>> extends never ? Printed<Schema> : never;
