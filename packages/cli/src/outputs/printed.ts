import type * as z from 'zod';

type ReadOnly<Value> = Value extends readonly unknown[]
  ? { readonly [At in keyof Value]: ReadOnly<Value[At]> }
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value;

/** A value that a schema lets through, as code that must not change it has it. */
type Printed<Schema extends z.ZodType> = ReadOnly<z.input<Schema>>;

/** What a schema declares of a value; never where the value has a key that the schema lacks. */
export type Declared<Value, Schema extends z.ZodType> =
  Exclude<keyof Value, keyof Printed<Schema>> extends never ? Printed<Schema> : never;
