import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
/** Whom or what a name means, and its other names. */
export const namesView = z
  .strictObject({
    name: z.string(),
    others: z.array(z.string()),
  })
  .meta({ id: 'NamesView' });
export type NamesView = Shown<typeof namesView>;
