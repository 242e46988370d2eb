import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { judgeAnswer } from '../answers-runs/judge-answer.ts';
import { halfOfQuestion, readQuestions } from '../answers-runs/read-questions.ts';
import { readShownPassages } from '../answers-runs/read-shown-passages.ts';

/** What a page shows first, and where it shows nothing: a set for each vault, of the questions that may be looked at. */
export async function openPageSets(data: string) {
  const dev = readQuestions().filter(({ id }) => halfOfQuestion(id) === 'dev');
  const folder = mkdtempSync(join(tmpdir(), 'memora-pages-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const open = (vault: string) =>
    openMemory({ vault: join(folder, vault), env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });
  return Promise.all(
    [...Map.groupBy(dev, ({ vault }) => vault)].map(async ([vault, questions]) => {
      cpSync(join(data, 'vaults', vault), join(folder, vault), { recursive: true });
      {
        await using memory = await open(vault);
        await memory.index({ writeNotes: false });
      }
      return {
        name: `page, ${vault}`,
        score: async () => {
          // Opened anew: weights are read when the first question is asked.
          await using memory = await open(vault);
          let right = 0;
          for (const question of questions) {
            const shown = readShownPassages(await memory.ask(question.question, { useModel: false }));
            const judged = judgeAnswer(question, shown);
            right += Number(judged.answerable ? judged.first : judged.abstained);
          }
          return right / questions.length;
        },
      };
    }),
  );
}
