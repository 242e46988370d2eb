import type { ParsedNote, Segment } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';

/** True if a segment is another person's words: a quotation, or in a conversation anything but the user's own turns. */
export function isHearsay({ within, turn }: Segment): boolean {
  return within.includes('quote') || (turn !== undefined && !(turn.role === 'user' && turn.own));
}

/** True for the words of an assistant, a tool, the system or an unknown speaker in a conversation. */
export function isSaidByOther({ turn }: Segment): boolean {
  return turn !== undefined && turn.role !== 'user';
}

/** Maximum trust of speakers in a conversation that the model wrote itself, and of assistants in any conversation. */
const ASSISTANT = 0.7;
/** Tools, pages, attachments, quotations and unknown speakers. */
const FOREIGN = 0.3;

const TRUST_OF_SOURCE: ReadonlyMap<string, number> = new Map([
  ['reference', FOREIGN],
  ['tool', FOREIGN],
  ['external', FOREIGN],
  ['derived', ASSISTANT],
  ['agent', ASSISTANT],
]);

/** Returns the trust of a note, from 0 to 1, by the channel that wrote it. The note's own frontmatter can only lower it. */
export function trustOfNote({ frontmatter, path }: ParsedNote): number {
  const source = frontmatter.source?.trim().toLowerCase() ?? '';
  // A document from an agent has no more trust than one that was imported.
  if (source === 'agent' && frontmatter.fields.has('origin_hash')) return FOREIGN;
  const ofSource = TRUST_OF_SOURCE.get(source) ?? 1;
  return isMemoryPath(path) ? Math.min(ofSource, ASSISTANT) : ofSource;
}

/** Returns the trust of a segment: in a conversation, by its speaker. */
export function trustOfSegment(note: ParsedNote, { turn }: Segment): number {
  const ofNote = trustOfNote(note);
  if (turn === undefined) return ofNote;
  const channel = note.frontmatter.fields.get('channel');
  const ofChannel = channel === 'host' || channel === 'import' ? 1 : ASSISTANT;
  const ofRole = !turn.own
    ? FOREIGN
    : turn.role === 'user'
      ? 1
      : turn.role === 'assistant'
        ? ASSISTANT
        : FOREIGN;
  return Math.min(ofNote, ofChannel, ofRole);
}
