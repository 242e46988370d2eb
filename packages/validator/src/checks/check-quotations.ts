import { alignQuote } from '../align/align-quote.ts';
import type { VerificationSettings } from '../contract/verification-options.ts';
import type { QuoteCheck } from '../contract/verification-report.ts';
import type { CitedPlace } from '../passages/cited-place.ts';
import { proveQuote } from '../passages/prove-quote.ts';
import { findQuotes } from '../statements/find-quotes.ts';

/** After this many units of sources, further quotations count as not found: no honest answer quotes that often. */
const MOST_LOOKS = 20_000_000;
/** After this many UTF-16 units of notes, the most similar words are no longer searched. */
const MOST_NEAR = 20_000_000;

/** Checks that each quotation of a statement is in a cited passage, in its context, or in the question. */
export function checkQuotations(
  plain: string,
  places: readonly CitedPlace[],
  { question }: VerificationSettings,
): QuoteCheck[] {
  const found = findQuotes(plain);
  if (found.length === 0) return [];
  const passages = [...new Set(places.flatMap((place) => place.passages))];
  const contexts = passages.map(({ context: { title, path, headings, speaker, leadIn, header } }) =>
    [title, path, ...headings, speaker, leadIn, header].filter(Boolean).join('\n'),
  );
  const sources = [
    ...new Set([
      ...places.map(({ quote }) => quote),
      ...passages.map(({ text }) => text),
      ...contexts,
      ...(question === null ? [] : [question]),
    ]),
  ];
  let looks = 0;
  let near = 0;
  return found.map(({ start, end }) => {
    const text = plain.slice(start, end);
    let best: QuoteCheck = { text, status: 'absent', grounded: false };
    for (const source of sources) {
      looks += source.length;
      if (looks > MOST_LOOKS) break;
      const { status } = alignQuote(source, text);
      if (status !== 'edited' && status !== 'absent') return { text, status, grounded: true };
      if (status === 'edited') best = { text, status, grounded: false };
    }
    for (const { note } of places) near += note.source().text.length;
    return near > MOST_NEAR ? best : withNearest(best, places);
  });
}

/** Adds the words of the cited notes that are most similar to a quotation; none for a note whose hidden spans are unknown. */
export function withNearest(quote: QuoteCheck, places: readonly CitedPlace[]): QuoteCheck {
  for (const { note, range } of places) {
    if (note.isGuarded) continue;
    const { nearest } = proveQuote(note, quote.text, range);
    if (nearest === null) continue;
    const words = note.source().text.slice(nearest.start, nearest.end);
    return { ...quote, nearest: { quote: words, note: note.path, span: note.toSpan(nearest) } };
  }
  return quote;
}
