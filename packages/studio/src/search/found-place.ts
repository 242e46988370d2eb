import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
import { noteNode } from '../notes/note-view.ts';
import { noteAuthor } from '../team/note-author.ts';

/** A place in a note that a search found. */
export const foundPlace = z
  .strictObject({
    path: z.string(),
    title: z.string(),
    headings: z.array(z.string()),
    /** Bytes of the note file. */
    span: z.strictObject({
      start: z.number(),
      end: z.number(),
    }),
    nodes: z.array(noteNode),
    author: noteAuthor.optional(),
  })
  .meta({ id: 'FoundPlace' });
export type FoundPlace = Shown<typeof foundPlace>;
