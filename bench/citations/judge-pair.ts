import { createClaimId, fingerprint, segmentSentences } from '@memora/core';
import { type CitableClaim, type TokenDisagreement, verifyCitations } from '@memora/validator';

/** What a strict verification makes of one statement that cites some spans. */
export interface PairVerdict {
  readonly verified: boolean;
  readonly disagreements: readonly TokenDisagreement[];
}

/** Surroundings of the spans. */
export interface PairContext {
  readonly noteTitle?: string;
  readonly headingPath?: readonly string[];
}

const encoder = new TextEncoder();

/** Verifies an answer of one statement, as a caller does: every span is a claim of a note in memory. */
export async function judgePair(
  statement: string,
  spans: readonly string[],
  context: PairContext = {},
): Promise<PairVerdict> {
  const claims = new Map<string, CitableClaim>();
  const bytesByPath = new Map<string, Uint8Array>();
  const markers = spans.map((span, i) => {
    const bytes = encoder.encode(span);
    const notePath = `${i}.md`;
    const id = createClaimId({
      noteId: notePath,
      subject: '',
      predicate: '',
      object: null,
      spanBytes: bytes,
      occurrence: i,
    });
    claims.set(id, {
      id,
      notePath,
      span: { start: 0, end: bytes.length },
      fingerprint: fingerprint(bytes),
      ...context,
    });
    bytesByPath.set(notePath, bytes);
    return `[claim:${id}]`;
  });
  // Each sentence on a line of its own: what is judged is the statement, not how an answer is cut.
  const line = statement.replace(/\s+/gu, ' ').trim();
  const lines = segmentSentences(line).map(({ start, end }) => {
    const sentence = line.slice(start, end);
    const stop = /[.!?。！？।]$/u.exec(sentence)?.[0] ?? '';
    return `${sentence.slice(0, sentence.length - stop.length)} ${markers.join(' ')}${stop}`;
  });
  const { checks } = await verifyCitations(lines.join('\n\n'), {
    claims: async () => claims,
    sources: async (path) => bytesByPath.get(path) ?? null,
  });
  return {
    verified: checks.length > 0 && checks.every(({ status }) => status === 'verified'),
    disagreements: checks.flatMap(({ disagreements }) => disagreements.filter(({ decisive }) => decisive)),
  };
}
