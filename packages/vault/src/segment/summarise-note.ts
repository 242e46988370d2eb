import type { ParsedNote, Segment } from '../parsed-note.ts';
import { toPlainText } from './to-plain-text.ts';

const MAX_LENGTH = 200;
const KINDS: ReadonlySet<Segment['kind']> = new Set(['sentence', 'list_item', 'task', 'definition', 'field']);

/**
 * One line about a note: its first sentence, otherwise its first item or field. Uses only text of the note's own band, so a summary never reveals marked text.
 * Empty if there is none.
 */
export function summariseNote(note: ParsedNote): string {
  const open = note.segments.filter((segment) => segment.band === note.band && KINDS.has(segment.kind));
  const chosen = open.find((segment) => segment.kind === 'sentence') ?? open[0];
  if (chosen === undefined) return '';
  return shorten(toPlainText((chosen.prose ?? chosen.text).replace(/\s+/gu, ' ')));
}

function shorten(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_LENGTH) return text;
  const cut = characters.slice(0, MAX_LENGTH - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > MAX_LENGTH / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
