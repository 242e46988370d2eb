import { segmentSentences } from '@memora/language/sentences';
import {
  type CitableClaim,
  type TokenDisagreement,
  type VerificationOptions,
  verifyCitations,
} from '@memora/validator';
import { claimOf } from './claim-of.ts';
import { withoutMarkers } from './what-stands.ts';

/** The result of strict verification for one statement that cites some spans. */
export interface PairVerdict {
  /** True if all of its citations are verified. */
  readonly verified: boolean;
  /** The clean text without markers, on one line, without unsupported brackets and clauses. */
  readonly clean: string;
  /** The original statement, on one line. */
  readonly given: string;
  readonly disagreements: readonly TokenDisagreement[];
}

/** Surroundings of the spans. */
export interface PairContext {
  readonly noteTitle?: string;
  readonly headingPath?: readonly string[];
}

/** How to judge a pair. */
export interface PairOptions {
  /** From another checkout, for a comparison; by default this one's. */
  readonly verify?: typeof verifyCitations;
  readonly guard?: VerificationOptions['guard'];
}

const encoder = new TextEncoder();

/** Verifies an answer of one statement like a caller: every span is a claim of a note in memory. */
export async function judgePair(
  statement: string,
  spans: readonly string[],
  context: PairContext = {},
  options: PairOptions = {},
): Promise<PairVerdict> {
  const claims = new Map<string, CitableClaim>();
  const bytesByPath = new Map<string, Uint8Array>();
  const markers = spans.map((span, i) => {
    const claim = claimOf(`${i}.md`, span, i);
    claims.set(claim.id, { ...claim, ...context });
    bytesByPath.set(claim.notePath, encoder.encode(span));
    return `[claim:${claim.id}]`;
  });
  // Each sentence on a separate line, so that the test judges the statement and not how an answer is split.
  const line = statement.replace(/\s+/gu, ' ').trim();
  const lines = segmentSentences(line).map(({ start, end }) => {
    const sentence = line.slice(start, end);
    const stop = /[.!?。！？।]$/u.exec(sentence)?.[0] ?? '';
    return `${sentence.slice(0, sentence.length - stop.length)} ${markers.join(' ')}${stop}`;
  });
  const { verify = verifyCitations, guard } = options;
  const { checks, cleanText } = await verify(lines.join('\n\n'), {
    claims: async () => claims,
    sources: async (path) => bytesByPath.get(path) ?? null,
    ...(guard === undefined ? {} : { guard }),
  });
  const plain = (text: string) => withoutMarkers(text).replace(/\s+/gu, ' ').trim();
  return {
    verified: checks.length > 0 && checks.every(({ status }) => status === 'verified'),
    clean: plain(cleanText),
    given: plain(lines.join('\n\n')),
    disagreements: checks.flatMap(({ disagreements }) => disagreements.filter(({ decisive }) => decisive)),
  };
}
