import type { EvaluationSet, Judged } from './evaluation-set.ts';

/** A retriever's results for a question: ids, the best first. */
export type Search = (question: string, k: number) => readonly string[] | Promise<readonly string[]>;

/** The mean of the set's measure over its questions, and over each group of them. */
export async function evaluate(
  { measure, questions }: Pick<EvaluationSet, 'measure' | 'questions'>,
  search: Search,
): Promise<{ readonly mean: number; readonly byGroup: ReadonlyMap<string, number> }> {
  const k = measure === 'recall@5' ? 5 : 10;
  const scores: { group: string; score: number }[] = [];
  for (const question of questions) {
    const found = (await search(question.text, k)).slice(0, k);
    scores.push({
      group: question.group,
      score: measure === 'nDCG@10' ? ndcg(found, question) : recall(found, question),
    });
  }
  const mean = (list: readonly { score: number }[]) =>
    list.reduce((sum, { score }) => sum + score, 0) / list.length;
  const byGroup = new Map(
    [...Map.groupBy(scores, ({ group }) => group)].map(([group, list]) => [group, mean(list)]),
  );
  return { mean: mean(scores), byGroup };
}

/** 1 if an answering text is among the results, because one question asks for one fact. */
function recall(found: readonly string[], { relevant }: Judged): number {
  return found.some((id) => relevant.has(id)) ? 1 : 0;
}

/** Binary relevance; the ideal list has the relevant texts first. */
function ndcg(found: readonly string[], { relevant }: Judged): number {
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const got = found.reduce((sum, id, rank) => sum + (relevant.has(id) ? gain(rank) : 0), 0);
  const ideal = Array.from({ length: Math.min(10, relevant.size) }, (_, rank) => gain(rank)).reduce(
    (a, b) => a + b,
    0,
  );
  return ideal === 0 ? 0 : got / ideal;
}
