import type { VerificationReport } from '@memora/validator';
import { verifyAgainst } from '@memora/validator/documents';

/** Checks an answer against a text in which each line is a source: `[1]` cites the first, `[2]` the second. Empty lines have no number. */
export async function checkAnswer(source: string, answer: string): Promise<VerificationReport> {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  return verifyAgainst({ documents: lines, answer });
}
