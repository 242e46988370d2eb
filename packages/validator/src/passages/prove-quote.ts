import type { TextRange } from '@memora/language/sentences';
import { alignQuote } from '../align/align-quote.ts';
import { findPacked } from '../align/find-packed.ts';
import type { NoteText } from './note-text.ts';

/** The place of a quote in a note, or the most similar place. Ranges are UTF-16. */
interface QuotePlace {
  readonly found: TextRange | null;
  readonly nearest: TextRange | null;
}

/**
 * Proves a quote: letter for letter except for spaces, quotation marks, dashes and Markdown. Of several
 * places, the one nearest to `near` is used.
 */
export function proveQuote({ source }: NoteText, quote: string, near: TextRange): QuotePlace {
  const { status, spans } = alignQuote(source(), quote, { near: near.start });
  const [first] = spans;
  if (status !== 'edited' && status !== 'absent' && first !== undefined) {
    const ranges = spans.map(({ utf16 }) => utf16);
    const inside = ranges.find(({ start, end }) => start >= near.start && end <= near.end);
    // The parts around an ellipsis count as one place.
    if (status !== 'ambiguous')
      return { found: { start: first.utf16.start, end: ranges.at(-1)?.end ?? 0 }, nearest: null };
    return { found: inside ?? first.utf16, nearest: null };
  }
  const packed = findPacked(source(), quote);
  return packed === null ? { found: null, nearest: first?.utf16 ?? null } : { found: packed, nearest: null };
}
