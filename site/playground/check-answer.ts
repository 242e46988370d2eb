import { fingerprint, type VerificationReport, verifyCitations } from '@memora/validator';

/** Checks an answer against a text of which each line is a claim: `line1`, `line2`, and so on. */
export async function checkAnswer(source: string, answer: string): Promise<VerificationReport> {
  const encoder = new TextEncoder();
  const note = encoder.encode(source);
  let start = 0;
  const claims = source.split('\n').map((line, i) => {
    const end = start + encoder.encode(line).length;
    const claim = {
      id: toId(i + 1),
      notePath: 'source.md',
      span: { start, end },
      fingerprint: fingerprint(note.subarray(start, end)),
    };
    start = end + 1;
    return claim;
  });
  const byId = new Map(claims.filter(({ span }) => span.end > span.start).map((claim) => [claim.id, claim]));
  const marked = answer.replace(
    /\[claim:line(\d+)\]/g,
    (_, number: string) => `[claim:${toId(Number(number))}]`,
  );
  return verifyCitations(marked, { claims: async () => byId, sources: async () => note });
}

/** The ids of claims have 16 characters. */
function toId(line: number): string {
  return `line${String(line).padStart(12, '0')}`;
}
