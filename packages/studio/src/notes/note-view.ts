import * as z from 'zod';
import type { Shown } from '../api/shown.ts';
import { noteAuthor } from '../team/note-author.ts';

/** The only elements that a note can become. The page draws no others. */
const NOTE_TAGS = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'strong', 'em', 'del', 'code', 'a', 'mark'],
  // A link to another note, secret text, text of a wider band than the note, a control character, content that can't be shown, and a checkbox.
  ...['wiki', 'secret', 'band', 'control', 'aside', 'check'],
] as const;

export type NoteTag = (typeof NOTE_TAGS)[number];

/** `href` is http, https or mailto. */
const noteAttributes = z
  .strictObject({
    href: z.string().optional(),
    start: z.number().optional(),
    checked: z.boolean().optional(),
    target: z.string().optional(),
    band: z.enum(['public', 'private', 'secret']).optional(),
  })
  .meta({ id: 'NoteAttributes' });
type NoteAttributes = Readonly<z.infer<typeof noteAttributes>>;

/** An element of a rendered note, as `[tag, attributes, children]`. Text is a string. */
export type NoteNode = string | readonly [NoteTag, NoteAttributes, readonly NoteNode[]];
export const noteNode: z.ZodType<NoteNode> = z
  .lazy(() => z.union([z.string(), z.tuple([z.enum(NOTE_TAGS), noteAttributes, z.array(noteNode)])]))
  .meta({ id: 'NoteNode' });

/** The line that holds a cited place, for editing. Offsets are bytes of the file. */
const lineView = z
  .strictObject({
    number: z.number(),
    text: z.string(),
    start: z.number(),
    end: z.number(),
  })
  .meta({ id: 'LineView' });
export type LineView = Shown<typeof lineView>;

/** A note, rendered, with the cited places in `mark`. */
export const noteView = z
  .strictObject({
    path: z.string(),
    title: z.string(),
    author: noteAuthor.optional(),
    nodes: z.array(noteNode),
    /** SHA-256 of the file's bytes. An edit succeeds only while it stays the same. */
    version: z.string(),
    /** The band of the note, except where its text is marked otherwise. */
    band: z.enum(['public', 'private', 'secret']),
    /** True if secret text was left out. */
    redacted: z.boolean(),
    /** True if only part of a long note is shown. */
    cut: z.boolean(),
    /** The line of the first mark. Null if nothing is marked, or the line holds secret text. */
    line: lineView.nullable(),
    /** `obsidian://` URL of the note. Null for a team's note. */
    obsidian: z.string().nullable(),
    /** The URL that opens the line in the chosen editor. Null if none was chosen. */
    editor: z.string().nullable(),
  })
  .meta({ id: 'NoteView' });
export type NoteView = Shown<typeof noteView>;
