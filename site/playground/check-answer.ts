import type { VerificationReport } from '@memora/validator';
import { verifyAgainst } from '@memora/validator/documents';

/** Checks an answer against a text of which each line is a source: `[1]` cites the first, `[2]` the second. An empty line has no number. */
export async function checkAnswer(source: string, answer: string): Promise<VerificationReport> {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  return verifyAgainst({ documents: lines, answer });
}
