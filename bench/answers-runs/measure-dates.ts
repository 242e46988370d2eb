import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Report, Row } from '../report.ts';
import { type AskedAnswer, type AskedBuild, askInChild, findBuilds } from './ask-in-child.ts';
import { ASKED_ON } from './dated-facts.ts';
import {
  type DatedQuestion,
  type DatedVault,
  generateDatedVault,
  type HistoryQuestion,
} from './generate-dated-vault.ts';
import { judgeTime, showsAll } from './judge-dated.ts';
import { measuredAnswerHalf } from './read-questions.ts';

/** Questions with a time in words, and about successive values, over a small generated diary. */
export async function measureDatedAnswers(report: Report, folder: string): Promise<void> {
  const half = measuredAnswerHalf();
  const dated = generateDatedVault();
  const questions = dated.questions.filter((each) => each.half === half);
  const histories = dated.histories.filter((each) => each.half === half);
  report.heading(
    `${questions.length} questions with a time in words, ${histories.length} histories, ${half} templates`,
  );
  report.note(`asked on ${ASKED_ON}, of ${dated.notes.length} notes`);
  for (const build of findBuilds()) {
    const answers = await askDated(build, join(folder, `dated-${build.name}`), dated, [
      ...questions,
      ...histories,
    ]);
    const answerOf = (id: string) => answers.get(id) ?? { id, units: [], asOf: null };
    const times = questions.map((question) => ({
      question,
      judged: judgeTime(question, answerOf(question.id)),
    }));
    const wholes = histories.map((history) => ({
      history,
      isWhole: showsAll(history, answerOf(history.id).units),
    }));
    report.note(`${build.name}:`);
    report.table([
      ...[...Map.groupBy(times, ({ question }) => question.template)].map(([name, group]) =>
        toRow(name, group),
      ),
      toRow('all', times),
    ]);
    const whole = wholes.filter((each) => each.isWhole).length;
    report.note(`${build.name}: ${whole} of ${wholes.length} histories whole`);
    if (build.name !== 'now') continue;
    if (process.env['MEMORA_BENCH_CASES'] === '1' && half === 'dev')
      printCases(report, times, wholes, answerOf);
    report.budget(
      'time in words: right unit first',
      shareOf(times, ({ judged }) => judged.first),
      { min: 0.9 },
    );
    report.budget('histories whole', whole / wholes.length, { min: 1 });
  }
}

interface TimeOutcome {
  readonly question: DatedQuestion;
  readonly judged: ReturnType<typeof judgeTime>;
}

function toRow(template: string, outcomes: readonly TimeOutcome[]): Row {
  const share = (holds: (judged: TimeOutcome['judged']) => boolean) =>
    shareOf(outcomes, ({ judged }) => holds(judged)).toFixed(2);
  const told = outcomes.filter(({ judged }) => judged.asOf !== null);
  return {
    template,
    questions: outcomes.length,
    first: share(({ first }) => first),
    'in 3': share(({ inThree }) => inThree),
    'another time first': share(({ otherTime }) => otherTime),
    abstained: share(({ abstained }) => abstained),
    'time said': told.length,
    'said right': told.filter(({ judged }) => judged.asOf === true).length,
  };
}

function printCases(
  report: Report,
  times: readonly TimeOutcome[],
  wholes: readonly { readonly history: HistoryQuestion; readonly isWhole: boolean }[],
  answerOf: (id: string) => AskedAnswer,
): void {
  const shown = (id: string) =>
    answerOf(id)
      .units.map(({ text }) => text.slice(0, 70))
      .slice(0, 3)
      .join(' / ');
  for (const { question, judged } of times)
    if (!judged.first)
      report.note(`${question.id} (${question.value}): ${question.question} → ${shown(question.id)}`);
  for (const { history, isWhole } of wholes)
    if (!isWhole) report.note(`${history.id}: ${history.question} → ${shown(history.id)}`);
}

async function askDated(
  build: AskedBuild,
  folder: string,
  { notes }: DatedVault,
  questions: readonly { readonly id: string; readonly question: string }[],
): Promise<Map<string, AskedAnswer>> {
  const vault = join(folder, 'vault');
  const config = join(folder, 'config');
  await mkdir(config, { recursive: true });
  for (const { path, text } of notes) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
  }
  const asked = questions.map(({ id, question }) => ({ id, text: question }));
  const answers = await askInChild(build, { vault, config, questions: asked, now: `${ASKED_ON}T12:00:00Z` });
  return new Map(answers.map((answer) => [answer.id, answer]));
}

function shareOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.filter(holds).length / items.length;
}
