import * as z from 'zod';
import type { Shown } from '../api/shown.ts';

/** What another place says about a line of a note. */
const otherPlace = z
  .strictObject({
    how: z.enum(['replaced by', 'replaces', 'contradicts']),
    path: z.string(),
    text: z.string(),
    span: z.strictObject({
      start: z.number(),
      end: z.number(),
    }),
  })
  .meta({ id: 'OtherPlace' });
export type OtherPlace = Shown<typeof otherPlace>;

/** A line of a note with facts about it. */
const noteFact = z
  .strictObject({
    id: z.string(),
    text: z.string(),
    /** Its subject; a link to the timeline. */
    about: z.string(),
    status: z.enum(['holds', 'replaced', 'contradicted', 'doubtful']),
    span: z.strictObject({
      start: z.number(),
      end: z.number(),
    }),
    others: z.array(otherPlace),
  })
  .meta({ id: 'NoteFact' });
export type NoteFact = Shown<typeof noteFact>;

/** The facts about a note. */
export const noteMargin = z
  .strictObject({
    facts: z.array(noteFact),
    /** Notes that link to it. */
    linkedFrom: z.array(z.string()),
    /** Saved answers that cite lines of it. */
    citedBy: z.array(z.string()),
  })
  .meta({ id: 'NoteMargin' });
export type NoteMargin = Shown<typeof noteMargin>;

/** An event in the history of a line. */
export const factEvent = z
  .strictObject({
    /** ISO 8601. */
    at: z.string(),
    kind: z.string(),
  })
  .meta({ id: 'FactEvent' });
export type FactEvent = Shown<typeof factEvent>;

/** A statement about one thing in its timeline, the oldest first. */
export const timelineEntry = z
  .strictObject({
    text: z.string(),
    path: z.string(),
    title: z.string(),
    span: z.strictObject({
      start: z.number(),
      end: z.number(),
    }),
    /** ISO 8601, possibly only a year or month; null if the time is unknown. */
    from: z.string().nullable(),
    until: z.string().nullable(),
    status: noteFact.shape.status,
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = Shown<typeof timelineEntry>;
