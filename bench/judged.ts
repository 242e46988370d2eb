import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyAgainst } from '@memora/validator';
import { dataFolder } from './citations/load-texts.ts';
import { cutLies } from './judged-runs/cut-lies.ts';
import { measureLanguages } from './judged-runs/measure-languages.ts';
import { type LabelledAnswer, measureSentences, readAnswers } from './judged-runs/measure-sentences.ts';
import { measureTurns } from './judged-runs/measure-turns.ts';
import { measureVerbatim } from './judged-runs/measure-verbatim.ts';
import { swapFigures } from './judged-runs/swap-figures.ts';
import type { Report, Suite } from './report.ts';

/**
 * The results for sentences in the style of language models, both true ones and plausible lies, without a
 * judge and with one that gives an independent reader's verdicts if it is shown what the reader saw.
 */
export const suite: Suite = {
  name: 'judged',
  run: async (report) => {
    await measureCuts(report);
    await measureLanguages(report);
    await measureTurns(report);
    const data = dataFolder();
    const folder = data === null ? null : join(data, 'answers');
    if (data === null || folder === null || !existsSync(folder)) {
      report.note('sentences of models: skipped, the test data are not here');
      return;
    }
    const answers = readAnswers(join(folder, 'answers.jsonl'), join(data, 'vaults'));
    const verdicts = readAnswersVerdicts(join(folder, 'verdicts.jsonl'));
    await measureSentences(report, answers, verdicts);
    await measureSwaps(report, answers);
    await measureVerbatim(report, join(data, 'vaults'));
  },
};

function readAnswersVerdicts(file: string): ReadonlyMap<string, { verdict: string; quote?: string }> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const { id, ...verdict } = JSON.parse(line) as { id: string; verdict: string; quote?: string };
      return [id, verdict];
    }),
  );
}

/** A part of a sentence never gets a check mark for its words. */
async function measureCuts(report: Report): Promise<void> {
  let ticked = 0;
  let shown = 0;
  const lies = cutLies();
  for (const { note, lie } of lies) {
    const { statements, cleanText } = await verifyAgainst({
      documents: { 'a.md': note },
      answer: `${lie} [1].`,
    });
    if (statements.some(({ wording, judgement }) => wording === 'quoted' || judgement === 'supported'))
      ticked++;
    if (cleanText.trim() !== '') shown++;
  }
  report.heading('lies made by leaving words out');
  report.budget('cut lies ticked', ticked, { max: 0, unit: ` of ${lies.length}` });
  report.budget('cut lies in the clean text', shown, { max: lies.length / 100, unit: ` of ${lies.length}` });
}

/** A sentence of a note with one figure replaced by another. */
async function measureSwaps(report: Report, answers: readonly LabelledAnswer[]): Promise<void> {
  let made = 0;
  let refused = 0;
  let quoted = 0;
  let sentences = 0;
  for (const { path, text, sentence } of swapFigures.sentencesOf(answers)) {
    const ask = async (said: string) =>
      verifyAgainst({
        documents: { [path]: text },
        answer: `${said.replace(/\.$/u, '')} [1: "${sentence}"].`,
      });
    const own = await ask(sentence);
    sentences++;
    if (own.cleanText !== '' && own.statements.every(({ wording }) => wording === 'quoted')) quoted++;
    for (const swapped of swapFigures.swapsOf(sentence)) {
      made++;
      if ((await ask(swapped)).cleanText === '') refused++;
    }
  }
  report.heading('sentences of notes, and the same with one figure swapped');
  report.budget('verbatim sentences ticked', (100 * quoted) / sentences, { min: 99, unit: '%' });
  report.budget('swapped figures refused', (100 * refused) / made, { min: 98, unit: '%' });
}
