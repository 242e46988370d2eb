import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
/** Notes and names, and the links between them. */
export const noteGraph = z
  .strictObject({
    notes: z.array(
      z.strictObject({
        path: z.string(),
        links: z.number(),
      }),
    ),
    /** People and things that several notes mention. */
    names: z.array(
      z.strictObject({
        name: z.string(),
        links: z.number(),
      }),
    ),
    /** Pairs of indexes into `notes` followed by `names`. */
    links: z.array(z.tuple([z.number(), z.number()])),
    /** The numbers of items that are not drawn. */
    left: z.strictObject({
      notes: z.number(),
      names: z.number(),
      lines: z.number(),
    }),
  })
  .meta({ id: 'NoteGraph' });
export type NoteGraph = Shown<typeof noteGraph>;
