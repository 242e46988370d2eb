import type * as z from 'zod';
import type { NoteNode } from '../notes/note-view.ts';

/** A note holds notes: its elements are as they are. */
type ReadOnly<Value> = Value extends string | readonly string[]
  ? Readonly<Value>
  : Value extends readonly NoteNode[]
    ? readonly NoteNode[]
    : Value extends readonly unknown[]
      ? { readonly [At in keyof Value]: ReadOnly<Value[At]> }
      : Value extends object
        ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
        : Value;

/** What a schema lets through, as code that must not change it has it. */
export type Shown<Schema extends z.ZodType> = ReadOnly<z.infer<Schema>>;
