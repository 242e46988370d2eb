import type { ParsedNote, Segment } from '@memora/vault';
import { isMemoryPath } from '@memora/vault/internal';

/** True for what is somebody else's words at its place: a quotation, and in a conversation all but the user's own. */
export function isHearsay({ within, turn }: Segment): boolean {
  return within.includes('quote') || (turn !== undefined && !(turn.role === 'user' && turn.own));
}

/** True for what an assistant, a tool, a system text or nobody said in a conversation. */
export function isSaidByOther({ turn }: Segment): boolean {
  return turn !== undefined && turn.role !== 'user';
}

/** Nobody in a conversation that the model wrote itself is trusted above this, and no assistant anywhere. */
const ASSISTANT = 0.7;
/** Tools, pages, attachments, quotations, and what nobody is known to have said. */
const FOREIGN = 0.3;

const TRUST_OF_SOURCE: ReadonlyMap<string, number> = new Map([
  ['reference', FOREIGN],
  ['tool', FOREIGN],
  ['external', FOREIGN],
  ['derived', ASSISTANT],
  ['agent', ASSISTANT],
]);

/** How far a note is trusted, from 0 to 1: by the channel that wrote it. What a note says of itself can only lower it. */
export function trustOfNote({ frontmatter, path }: ParsedNote): number {
  const source = frontmatter.source?.trim().toLowerCase() ?? '';
  // A document that an agent hands over is worth no more than one that was read.
  if (source === 'agent' && frontmatter.fields.has('origin_hash')) return FOREIGN;
  const ofSource = TRUST_OF_SOURCE.get(source) ?? 1;
  return isMemoryPath(path) ? Math.min(ofSource, ASSISTANT) : ofSource;
}

/** The same of a segment: in a conversation, by who says it. */
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
