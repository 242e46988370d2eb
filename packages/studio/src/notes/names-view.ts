import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
/** The person or thing that a name means, and its other names. */
export const namesView = z
  .strictObject({
    name: z.string(),
    others: z.array(z.string()),
  })
  .meta({ id: 'NamesView' });
export type NamesView = Shown<typeof namesView>;
