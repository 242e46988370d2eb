import * as z from 'zod';
import type { Shown } from '../api/shown.ts';

/** One of two conflicting statements. */
const cardSide = z
  .strictObject({
    id: z.string(),
    text: z.string(),
    /** The value that differs, if both sides have one that fits a button. */
    value: z.string().nullable(),
    path: z.string(),
    title: z.string(),
    date: z.string().nullable(),
    span: z.strictObject({
      start: z.number(),
      end: z.number(),
    }),
  })
  .meta({ id: 'CardSide' });
export type CardSide = Shown<typeof cardSide>;

/** Two places that cannot both hold. */
const pairCard = z
  .strictObject({
    kind: z.literal('pair'),
    id: z.string(),
    /** The subject of both. */
    about: z.string(),
    /** The older first. */
    sides: z.tuple([cardSide, cardSide]),
  })
  .meta({ id: 'PairCard' });
export type PairCard = Shown<typeof pairCard>;

/** A line whose date has passed: a statement that was true until then, or a task that was due. */
const pastCard = z
  .strictObject({
    kind: z.enum(['past', 'task']),
    id: z.string(),
    text: z.string(),
    path: z.string(),
    title: z.string(),
    /** The date that has passed. */
    date: z.string(),
    span: z.strictObject({
      start: z.number(),
      end: z.number(),
    }),
  })
  .meta({ id: 'PastCard' });
export type PastCard = Shown<typeof pastCard>;

/** One decision for a person. */
export const todayCard = z.union([pairCard, pastCard]).meta({ id: 'TodayCard' });
export type TodayCard = Shown<typeof todayCard>;
