import type { Claim } from '@memora/claims';
import { decodeText, fingerprint, sliceSpan } from '@memora/core';
import { segmentSentences } from '@memora/language/sentences';
import { type ClaimLookup, verifyCitations } from '@memora/validator';
import type { Quote } from './compose/page-section.ts';
import { toPageText } from './compose/to-page-text.ts';

/** The dependencies of verifying the words of a page. */
export interface QuotePorts {
  readonly claims: ClaimLookup;
  /** A note's bytes on disk; null if there is none. */
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
}

/** Quotes with their cited text, without those that are no longer valid. */
export type VerifiedQuotes = ReadonlyMap<Quote, string>;

/**
 * Reads the words of each quote from the current note, and verifies every citation like one of an answer. A quote that fails is left off the page. Each note is
 * read once.
 */
export async function verifyQuotes(
  quotes: readonly Quote[],
  { claims, readNote }: QuotePorts,
): Promise<VerifiedQuotes> {
  const noteByPath = new Map<string, Promise<Uint8Array | null>>();
  const read = (path: string) => {
    const known = noteByPath.get(path) ?? readNote(path);
    noteByPath.set(path, known);
    return known;
  };
  const drafted: { quote: Quote; text: string; markers: number }[] = [];
  for (const quote of quotes) {
    const bytes = await read(quote.claim.notePath);
    const text = bytes === null ? null : readWords(bytes, quote.claim);
    if (text !== null) drafted.push({ quote, ...citeSentences(text, quote.claim.id) });
  }
  const report = await verifyCitations(drafted.map(({ text }) => `- ${text}\n`).join(''), {
    claims,
    sources: read,
  });
  const verified = new Map<Quote, string>();
  let at = 0;
  for (const { quote, text, markers } of drafted) {
    const checks = report.checks.slice(at, at + markers);
    at += markers;
    const stands = checks.every(
      ({ claimId, status }) =>
        claimId === quote.claim.id &&
        (status === 'verified' || (quote.isHistory === true && status === 'superseded')),
    );
    if (stands) verified.set(quote, text);
  }
  return verified;
}

/** The words of the claim if its note still has them at its span; null otherwise, and for secret text. */
function readWords(bytes: Uint8Array, claim: Claim): string | null {
  const span = claim.band === 'secret' ? null : sliceSpan(bytes, claim.span);
  if (span === null || fingerprint(span) !== claim.fingerprint) return null;
  return toPageText(decodeText(span).text);
}

/** A marker belongs to the one sentence before it, and a span may contain several. */
function citeSentences(text: string, id: string): { text: string; markers: number } {
  const sentences = segmentSentences(text, { bias: 'split' }).map(
    ({ start, end }) => `${text.slice(start, end).trim()} [claim:${id}]`,
  );
  return { text: sentences.join(' '), markers: sentences.length };
}
