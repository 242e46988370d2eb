import { createLexicalIndex, createRetriever, type VectorIndex } from '@memora/retrieval';
import type { Report } from '../report.ts';
import { evaluate } from './measures.ts';
import { searchWith } from './search-with.ts';
import { createTimeQaSet } from './time-qa.ts';
import { createUseSet, halveByNote, learnFrom, type UsedSet } from './use-set.ts';

/** The effect of learning from earlier sessions of questions. The retriever is not told which of its own hits were right. */
export async function measureUse(report: Report, vectors: VectorIndex, data: string): Promise<void> {
  report.heading('co-activation: the hybrid before and after others have asked');
  const indexes = () => [createLexicalIndex(), vectors];
  const halves = async () => {
    const set = await createTimeQaSet(data, 'test', indexes());
    return set && halveByNote(set);
  };
  const makers: readonly (() => Promise<UsedSet | null>)[] = [
    () => createUseSet('learned', indexes()),
    () => createUseSet('unlearned', indexes()),
    () => createUseSet('direct', indexes()),
    halves,
  ];
  const rows = [];
  for (const make of makers) {
    const opened = await make();
    if (!opened) continue;
    await using set = opened;
    await vectors.sync(set.store);
    using use = await learnFrom(set.sessions, createRetriever({ store: set.store, vectors }));
    const [without, learned] = [
      (await evaluate(set, searchWith(set, { vectors }))).mean,
      (await evaluate(set, searchWith(set, { vectors, use }))).mean,
    ];
    rows.push({
      set: set.name,
      questions: set.questions.length,
      pairs: use.size(),
      before: without,
      after: learned,
      change: learned - without,
    });
  }
  report.table(rows);
  const [learned, ...others] = rows;
  if (learned) report.budget('what use adds where use alone can help', learned.change, { min: 0.05 });
  for (const { set, change } of others)
    report.budget(`${set}: after sessions less before`, change, { min: 0 });
}
