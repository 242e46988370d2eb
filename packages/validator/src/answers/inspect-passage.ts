import { decodeText } from '@memora/core/offset-table';
import type { Evidence } from '../evidence/inspect-span.ts';
import type { NoteBytes } from '../evidence/note-bytes.ts';
import type { CitedPassage } from './attach-citations.ts';

/** Finds a cited passage in its note: the words at the named position, or the same words at exactly one other place. Returns the text that was compared. */
export function inspectPassage(note: NoteBytes, passage: CitedPassage, reanchor: boolean): Evidence {
  const { text, table } = decodeText(note.bytes);
  const { quote, characters } = passage;
  const intact = (start: number, end: number, relocated: boolean): Evidence => ({
    state: 'intact',
    claim: passage,
    span: { start: table.toByte(start), end: table.toByte(end) },
    relocated,
    text: text.slice(start, end),
    note,
  });
  const changed = (reason: string): Evidence => ({ state: 'changed', claim: passage, reason });
  if (quote === null || quote.trim() === '') return changed('citation quotes nothing that can be checked');
  if (characters !== null) {
    const start = toUtf16(text, characters.start);
    if (text.startsWith(quote, start)) return intact(start, start + quote.length, false);
    if (!reanchor) return changed('passage is not at the place cited');
  }
  const at = text.indexOf(quote);
  if (at === -1) return changed('passage is not in the note');
  if (text.indexOf(quote, at + 1) !== -1) return changed('passage is at several places of the note');
  return intact(at, at + quote.length, characters !== null);
}

/** The UTF-16 offset behind that many code points. */
export function toUtf16(text: string, codePoints: number): number {
  let at = 0;
  for (let i = 0; i < codePoints && at < text.length; i++)
    at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  return at;
}
