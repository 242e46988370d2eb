import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
import { noteNode, noteView } from '../notes/note-view.ts';
import { noteAuthor } from '../team/note-author.ts';

/** How a sentence relates to its cited passage, as shown to a reader. */
export const mark = z
  .enum(['quoted', 'judged', 'partly', 'excerpt', 'unjudged', 'differs', 'weak', 'doubted'])
  .meta({ id: 'Mark' });
export type Mark = Shown<typeof mark>;

/** The state of the cited bytes on disk: at their place, elsewhere in the note, no longer in the note, or the note is gone. */
const sourceState = z.enum(['same', 'moved', 'changed', 'gone']).meta({ id: 'SourceState' });
export type SourceState = Shown<typeof sourceState>;

/** A cited place of a note, numbered from 1 within its answer. */
const sourceView = z
  .strictObject({
    number: z.number(),
    path: z.string(),
    title: z.string(),
    /** The headings above it, outermost first. */
    headings: z.array(z.string()),
    date: z.string().nullable(),
    speaker: z.string().nullable(),
    author: noteAuthor.optional(),
    /** Its place in the original document of the note, such as `lease.pdf, page 12`; `href` if that is a web page. */
    original: z
      .strictObject({
        label: z.string(),
        href: z.string().nullable(),
      })
      .nullable(),
    /** The cited words. */
    words: z.string(),
    state: sourceState,
    /** The current text of the line if the cited words have changed. Null if it is gone or secret. */
    now: z.string().nullable(),
  })
  .meta({ id: 'SourceView' });
export type SourceView = Shown<typeof sourceView>;

/** A citation in a sentence. */
const citationView = z
  .strictObject({
    source: z.number(),
    mark: mark,
    /** A sentence about the mark for its tooltip: who judged it, and by which words. */
    note: z.string(),
  })
  .meta({ id: 'CitationView' });
export type CitationView = Shown<typeof citationView>;

/** The words of a sentence that differ from its source. */
const differenceView = z
  .strictObject({
    here: z.string(),
    there: z.string(),
  })
  .meta({ id: 'DifferenceView' });
export type DifferenceView = Shown<typeof differenceView>;

/** One sentence of an answer, without its markers. */
const sentenceView = z
  .strictObject({
    nodes: z.array(noteNode),
    /** The passage around it if the answer consists of passages; empty if the passage adds nothing to the sentence. */
    context: z.array(noteNode),
    citations: z.array(citationView),
    differences: z.array(differenceView),
  })
  .meta({ id: 'SentenceView' });
export type SentenceView = Shown<typeof sentenceView>;

/** A range of bytes of a note. */
const spanView = z
  .strictObject({
    start: z.number(),
    end: z.number(),
  })
  .meta({ id: 'SpanView' });

/** A sentence that was removed, and why. */
const leftOutView = z
  .strictObject({
    text: z.string(),
    reason: z.string(),
    /** The number of the line that it cites. Null if it cites none, or none that may be shown. */
    source: z.number().nullable(),
    /** A newer line that replaced the cited one. */
    newer: z
      .strictObject({
        text: z.string(),
        path: z.string(),
        span: spanView,
      })
      .nullable(),
  })
  .meta({ id: 'LeftOutView' });
export type LeftOutView = Shown<typeof leftOutView>;

/** An answer as the page shows it. Holds no text of a secret place. */
export const answerView = z
  .strictObject({
    id: z.string(),
    question: z.string(),
    /** The model's name, or null if the answer consists of passages. */
    writtenBy: z.string().nullable(),
    sentences: z.array(sentenceView),
    sources: z.array(sourceView),
    leftOut: z.array(leftOutView),
    /** True if the notes do not answer; `sentences` then holds the closest passages. */
    abstained: z.boolean(),
    /** Notes that have changed but have not been read again yet. */
    behind: z.array(z.string()),
    /** Codes of steps that did not work as usual. */
    degraded: z.array(z.string()),
    /** Set if the question was asked during the first reading of the vault: the progress at that time. */
    reading: z
      .strictObject({
        done: z.number(),
        total: z.number(),
      })
      .nullable(),
    /** How many notes it could be written from. */
    read: z.number(),
    /** The judge of its sentences, if nobody has tested how well that judge works. */
    untestedJudge: z.string().nullable(),
  })
  .meta({ id: 'AnswerView' });
export type AnswerView = Shown<typeof answerView>;

/** A sentence that is checked while the answer is still being written. Its sources are given by title. */
export const draftSentence = z
  .strictObject({
    text: z.string(),
    sources: z.array(z.string()),
    /** `judging` if a judge will check whether it follows. */
    mark: z.enum(['quoted', 'judging', 'unjudged']),
  })
  .meta({ id: 'DraftSentence' });
export type DraftSentence = Shown<typeof draftSentence>;

/** A change of one source of an answer. */
const sourceChange = sourceView
  .pick({ number: true, state: true, now: true })
  .extend({ answer: z.string() })
  .meta({ id: 'SourceChange' });
export type SourceChange = Shown<typeof sourceChange>;

/** A cited place as it is now, with its note. Null if the note is gone. */
export const shownSource = z
  .strictObject({ state: sourceState, now: z.string().nullable(), note: noteView.nullable() })
  .meta({ id: 'ShownSource' });
export type ShownSource = Shown<typeof shownSource>;
