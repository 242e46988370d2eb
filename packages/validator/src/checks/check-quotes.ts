/* The quotations of one statement of an answer. Loaded with the aligner when a statement first may quote (see load-judges.ts). */
import type { TextRange } from '@memora/language/sentences';
import { alignQuote } from '../align/align-quote.ts';
import { normaliseText } from '../align/normalise-text.ts';
import type { AlignmentEdit } from '../contract/alignment.ts';
import type { QuoteCheck } from '../contract/verification-report.ts';
import { withoutLeadingDate } from '../evidence/without-leading-date.ts';
import type { CitedSpan } from '../reading/cited-reading.ts';
import { findQuotes } from '../statements/find-quotes.ts';
import { isDenial, isException, isNegator, isQuantifier } from '../words/lexicon.ts';
import { readWords } from '../words/read-words.ts';
import { negatorsWithin } from '../words/unspaced-lexicon.ts';

export { loadWords } from './load-words.ts';

/** After this many units of sources a quotation is no longer looked for and counts as not found: nobody quotes that often. */
const MOST_LOOKS = 20_000_000;

/** Each quotation has to stand in one of the cited spans, or be the name of a cited note or heading. */
export function checkQuotes(plain: string, evidence: readonly CitedSpan[]): QuoteCheck[] {
  // A statement that is the source's own sentence cuts no quotation out of it: what stands around it is shown too.
  const whole = withoutLeadingDate(plain, evidence)
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/u, '')
    .trim();
  const isOwnWords = evidence.some(({ text: source }) => source.trim() === whole);
  // `Title : sub` is how some write `Title: sub`.
  const sources = evidence.map(({ text }) => withoutSpaceBeforeMarks(text));
  let looks = 0;
  return findQuotes(plain).map(({ start, end }) => {
    const text = plain.slice(start, end);
    if (isOwnWords) return { text, status: 'identical', grounded: true };
    let best: QuoteCheck = { text, status: 'absent', grounded: false };
    for (const [i, { text: source, claim }] of evidence.entries()) {
      if ([claim.noteTitle, ...(claim.headingPath ?? [])].includes(text))
        return { text, status: 'identical', grounded: true };
      looks += source.length;
      if (looks > MOST_LOOKS) break;
      const { status, diff } = alignQuote(sources[i] as string, withoutSpaceBeforeMarks(text));
      // Several places are all inside the span that the statement cites.
      const grounded = status !== 'edited' && status !== 'absent';
      if (grounded) return { text, status, grounded };
      // What the source itself puts in quotation marks is cut out of nothing, where the statement has what stands beside it too.
      if (status === 'edited' && isQuotedBy(source, text) && saysCut(plain, { start, end }, diff))
        return { text, status: 'normalized', grounded: true };
      if (status === 'edited') best = { text, status, grounded };
    }
    return best;
  });
}

function withoutSpaceBeforeMarks(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}]) (?=[:;](?:\s|$))/gu, '');
}

/** True where the source quotes the same words. */
function isQuotedBy(source: string, text: string): boolean {
  const wanted = quoteKey(text);
  return findQuotes(source).some(({ start, end }) => quoteKey(source.slice(start, end)) === wanted);
}

/** True where what the ends of a quotation cut off stands in the statement itself, in one word or another. */
function saysCut(plain: string, { start, end }: TextRange, diff: readonly AlignmentEdit[] = []): boolean {
  const outside = `${plain.slice(0, start)} ${plain.slice(end)}`;
  return diff.every(({ kind, source }) => {
    if (kind !== 'cut' || source === null) return false;
    if (outside.toLowerCase().includes(source.toLowerCase())) return true;
    const [cut] = readWords(source);
    if (cut === undefined) return false;
    if (negatorsWithin(source).length > 0) return negatorsWithin(outside).length > 0;
    return readWords(outside).some(({ key }) => CLASSES.some((is) => is(cut.key) && is(key)));
  });
}

const CLASSES = [(word: string) => isNegator(word) || isDenial(word), isException, isQuantifier];

function quoteKey(text: string): string {
  return normaliseText(text)
    .text.trim()
    .toLowerCase()
    .replace(/[.,;:!?]+$/u, '');
}
