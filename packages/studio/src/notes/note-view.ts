/** An element of a rendered note, as `[tag, attributes, children]`. Text is a string. */
export type NoteNode = string | readonly [NoteTag, NoteAttributes, readonly NoteNode[]];

/** The only elements a note may become. The page draws no others. */
export const NOTE_TAGS = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'strong', 'em', 'del', 'code', 'a', 'mark'],
  // A link to another note, what is secret, what others may see than see the note, a control character, what can't be shown, and a checkbox.
  ...['wiki', 'secret', 'band', 'control', 'aside', 'check'],
] as const;

export type NoteTag = (typeof NOTE_TAGS)[number];

/** `href` is http, https or mailto. */
export interface NoteAttributes {
  readonly href?: string;
  readonly start?: number;
  readonly checked?: boolean;
  readonly target?: string;
  readonly band?: 'public' | 'private' | 'secret';
}

/** The line that holds a cited place, for editing. Offsets are bytes of the file. */
export interface LineView {
  readonly number: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A note, rendered, with the cited places in `mark`. */
export interface NoteView {
  readonly path: string;
  readonly title: string;
  readonly nodes: readonly NoteNode[];
  /** SHA-256 of the file's bytes: an edit goes through only while it stays. */
  readonly version: string;
  /** Who may see the note, where nothing in it says otherwise. */
  readonly band: 'public' | 'private' | 'secret';
  /** True where something secret was left out. */
  readonly redacted: boolean;
  /** True where only a part of a long note is shown. */
  readonly cut: boolean;
  /** The line of the first mark. Null where nothing is marked, and where the line holds something secret. */
  readonly line: LineView | null;
  /** `obsidian://` address of the note. */
  readonly obsidian: string;
  /** The address that opens the line in the chosen editor. Null where none was chosen. */
  readonly editor: string | null;
}
