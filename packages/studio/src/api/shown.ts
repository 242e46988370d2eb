import type * as z from 'zod';
import type { NoteNode } from '../notes/note-view.ts';

/** Makes a value read-only at every level, except for note nodes: their type is recursive. */
type ReadOnly<Value> = Value extends string | readonly string[]
  ? Readonly<Value>
  : Value extends readonly NoteNode[]
    ? readonly NoteNode[]
    : Value extends readonly unknown[]
      ? { readonly [At in keyof Value]: ReadOnly<Value[At]> }
      : Value extends object
        ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
        : Value;

/** The value of a schema, read-only. */
export type Shown<Schema extends z.ZodType> = ReadOnly<z.infer<Schema>>;
