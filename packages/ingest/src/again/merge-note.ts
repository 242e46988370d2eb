import { locateFrontmatter } from '@memora/vault/internal';
import { hideAgain } from './hide-again.ts';
import { headKeysOf, mergeHeads } from './merge-heads.ts';
import { keysOf, mergeText } from './merge-text.ts';

/** What a note was when it was written, so that edits can be known later. Names of lines and entries, no text. */
export interface NoteBase {
  readonly lines: readonly string[];
  readonly head: Readonly<Record<string, string>>;
}

interface MergedNote {
  readonly bytes: Uint8Array;
  /** Places that somebody had edited, and that stay as they are. */
  readonly edits: number;
  /** Of those, the ones where the document says something else now. */
  readonly conflicts: number;
  /** True if edits can't be known: the body stays as it is. */
  readonly isUnknown: boolean;
}

interface NoteParts {
  readonly yaml: string;
  readonly body: string;
  /** The text up to the YAML, and from there to the body. */
  readonly around: readonly [string, string];
}

/**
 * Brings a new version of a document into the note that stands, of which somebody may have edited frontmatter and body. Edits stay; what
 * somebody made secret stays so wherever the new version has it. Null if the note has no frontmatter any more.
 */
export function mergeNote(
  standing: Uint8Array,
  next: Uint8Array,
  base: NoteBase | null,
  key: (text: string) => string,
): MergedNote | null {
  const [mine, theirs] = [partsOf(standing), partsOf(next)];
  if (mine === null || theirs === null) return null;
  const head = mergeHeads({ base: base?.head ?? null, mine: mine.yaml, theirs: theirs.yaml, key });
  if (head === null) return null;
  const body = mergeText({ base: base?.lines ?? null, mine: mine.body, theirs: theirs.body, key });
  const [open, close] = mine.around;
  const text = hideAgain(`${open}${head.text}${close}${body.text}`, standing);
  return {
    bytes: new TextEncoder().encode(text),
    edits: head.edits + body.edits,
    conflicts: head.conflicts + body.conflicts,
    isUnknown: body.isUnknown,
  };
}

/** What to keep of a note as it is written for the first time, or would be. */
export function baseOf(note: Uint8Array, key: (text: string) => string): NoteBase {
  const parts = partsOf(note);
  if (parts === null) return { lines: [], head: {} };
  return { lines: keysOf(parts.body, key), head: headKeysOf(parts.yaml, key) };
}

function partsOf(note: Uint8Array): NoteParts | null {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(note);
  const place = locateFrontmatter(text);
  if (place === null) return null;
  const { yaml, bodyStart } = place;
  return {
    yaml: text.slice(yaml.start, yaml.end),
    body: text.slice(bodyStart),
    around: [text.slice(0, yaml.start), text.slice(yaml.end, bodyStart)],
  };
}
