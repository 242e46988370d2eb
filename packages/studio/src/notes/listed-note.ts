import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
/** A note in the tree. Secret notes are in no list. */
export const listedNote = z
  .strictObject({
    path: z.string(),
  })
  .meta({ id: 'ListedNote' });
export type ListedNote = Shown<typeof listedNote>;
