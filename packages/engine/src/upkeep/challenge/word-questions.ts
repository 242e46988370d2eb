import { type WordingPorts, wordClaims } from '../maintain/word-claims.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import type { ChallengeItem } from './challenger-report.ts';

const TASK =
  'Which one question should the author of these notes answer now? Reply with that question alone, cited.';
/** Maximum number of questions: a person does not answer more at once. */
const MOST = 5;

/**
 * Lets a model word the first items as questions, and keeps each sentence that verifies. Nothing else of an
 * item changes.
 */
export async function wordQuestions(
  items: readonly ChallengeItem[],
  { claimById }: VaultFacts,
  signal: AbortSignal | undefined,
  ports: WordingPorts,
): Promise<ChallengeItem[]> {
  const worded: ChallengeItem[] = [];
  for (const item of items) {
    const claims = item.claimIds.flatMap((id) => claimById.get(id) ?? []).slice(0, 6);
    const isAsked = !item.acknowledged && claims.length > 0 && worded.length < MOST;
    const sentences = isAsked ? await wordClaims(TASK, claims, signal, ports) : [];
    const question = sentences.find((sentence) => /[?？؟]\s*\[claim:/u.test(sentence));
    worded.push(question === undefined ? item : { ...item, question });
  }
  return worded;
}
