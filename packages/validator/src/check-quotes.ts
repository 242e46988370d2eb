/* The quotations of one statement of an answer. Loaded with the aligner when a statement first may quote (see load-judges.ts). */
import { alignQuote } from './align/align-quote.ts';
import { findQuotes } from './find-quotes.ts';
import type { Grounds } from './judge-statement.ts';
import type { QuoteCheck } from './verification-report.ts';
import { withoutLeadingDate } from './without-leading-date.ts';

/** Each quotation has to stand in one of the cited spans, or be the name of a cited note or heading. */
export function checkQuotes(plain: string, evidence: readonly Grounds[]): QuoteCheck[] {
  // A statement that is the source's own sentence cuts no quotation out of it: what stands around it is shown too.
  const whole = withoutLeadingDate(plain, evidence)
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/u, '')
    .trim();
  const isOwnWords = evidence.some(({ text: source }) => source.trim() === whole);
  return findQuotes(plain).map(({ start, end }) => {
    const text = plain.slice(start, end);
    if (isOwnWords) return { text, status: 'identical', grounded: true };
    let best: QuoteCheck = { text, status: 'absent', grounded: false };
    for (const { text: source, claim } of evidence) {
      if ([claim.noteTitle, ...(claim.headingPath ?? [])].includes(text))
        return { text, status: 'identical', grounded: true };
      const { status } = alignQuote(source, text);
      // Several places are all inside the span that the statement cites.
      const grounded = status !== 'edited' && status !== 'absent';
      if (grounded) return { text, status, grounded };
      if (status === 'edited') best = { text, status, grounded };
    }
    return best;
  });
}
