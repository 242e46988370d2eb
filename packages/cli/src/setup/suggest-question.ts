import type { Answer, Memory } from '@memora/engine';

/** The number of claims that shows the topic of a vault. */
const MOST_CLAIMS = 400;
const MOST_TRIES = 5;

/**
 * A question that the notes answer, with its answer already checked. Null if none was found. Secret claims
 * are used in neither.
 */
export async function suggestQuestion(
  memory: Memory,
  signal: AbortSignal,
): Promise<{ readonly question: string; readonly answer: Answer } | null> {
  for (const question of await listQuestions(memory)) {
    const answer = await memory.ask(question, { k: 5, bands: ['public', 'private'], signal });
    if (!answer.abstained && answer.report.verifiedCount > 0) return { question, answer };
  }
  return null;
}

/** Subjects with the most claims come first; a subject of one short word is seldom a good question. */
async function listQuestions({ claims }: Memory): Promise<string[]> {
  const page = await claims.listClaims({
    bands: ['public', 'private'],
    status: 'current',
    limit: MOST_CLAIMS,
  });
  const countBySubject = new Map<string, number>();
  for (const { subject } of page.claims) {
    const name = subject.trim();
    if (name.length >= 4 && name.length <= 60 && !/[\n`[\]]/.test(name))
      countBySubject.set(name, (countBySubject.get(name) ?? 0) + 1);
  }
  return [...countBySubject]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_TRIES)
    .map(([name]) => `What about ${name}?`);
}
