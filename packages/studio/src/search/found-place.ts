import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
import { noteNode } from '../notes/note-view.ts';

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
    /** The author of the newest version of a team's note. */
    author: z.string().optional(),
  })
  .meta({ id: 'FoundPlace' });
export type FoundPlace = Shown<typeof foundPlace>;
