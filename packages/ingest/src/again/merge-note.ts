import { locateFrontmatter } from '@memora/vault/internal';
import { hideAgain } from './hide-again.ts';
import { headKeysOf, mergeHeads } from './merge-heads.ts';
import { keysOf, mergeText } from './merge-text.ts';

/** A note's state when it was written, to recognise later edits. Hashes of lines and entries, no text. */
export interface NoteBase {
  readonly lines: readonly string[];
  readonly head: Readonly<Record<string, string>>;
}

interface MergedNote {
  readonly bytes: Uint8Array;
  /** Places that a person edited, which are kept. */
  readonly edits: number;
  /** Of those, places where the document has changed too. */
  readonly conflicts: number;
  /** True if edits can't be determined: the body stays as it is. */
  readonly isUnknown: boolean;
}

interface NoteParts {
  readonly yaml: string;
  readonly body: string;
  /** The text before the YAML, and between it and the body. */
  readonly around: readonly [string, string];
}

/**
 * Merges a new version of a document into its note, whose frontmatter and body a person may have edited. Edits are kept. Text that somebody made secret stays
 * secret wherever the new version has it. Null if the note no longer has frontmatter.
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

/** The state to store for a note that is written for the first time. */
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
