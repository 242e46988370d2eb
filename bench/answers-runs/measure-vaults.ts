import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../report.ts';
import { createMiniSearch, createRawFts5 } from '../retrieval/baselines.ts';
import type { Search } from '../retrieval/measures.ts';
import { type AskedAnswer, askInChild, findBuilds } from './ask-in-child.ts';
import { cutVault, type Paragraph } from './cut-paragraphs.ts';
import { type JudgedAnswer, judgeAnswer, type ShownUnit } from './judge-answer.ts';
import {
  halfOfQuestion,
  measuredAnswerHalf,
  measuredFile,
  readQuestions,
  type VaultQuestion,
} from './read-questions.ts';
import { sumAnswers, toAnswerRow } from './sum-answers.ts';

/** The score of one contender for one question. */
interface Outcome {
  readonly contender: string;
  readonly question: VaultQuestion;
  readonly shown: readonly ShownUnit[];
  readonly judged: JudgedAnswer;
}

/** The page of passages for questions about real vaults without a model, compared with plain search over paragraphs. */
export async function measureVaultAnswers(report: Report, folder: string, data: string): Promise<void> {
  const file = measuredFile();
  const part = file === null ? measuredAnswerHalf() : (process.env['MEMORA_BENCH_HALF'] as string);
  const wanted = process.env['MEMORA_BENCH_VAULTS']?.split(',');
  const asked =
    file === null ? readQuestions().filter(({ id }) => halfOfQuestion(id) === part) : readQuestions(file);
  const questions = asked.filter(({ vault }) => wanted === undefined || wanted.includes(vault));
  const outcomes: Outcome[] = [];
  const vaults = process.env['MEMORA_BENCH_DOCS'] ?? join(data, 'vaults');
  for (const [vault, own] of Map.groupBy(questions, (each) => each.vault))
    outcomes.push(...(await askVault(join(vaults, vault), join(folder, `asked-${vault}`), own)));
  printTables(report, part, outcomes);
  if (process.env['MEMORA_BENCH_CASES'] === '1' && part !== 'held-out') printCases(report, outcomes);
  holdBudgets(report, outcomes);
}

async function askVault(source: string, folder: string, asked: readonly VaultQuestion[]): Promise<Outcome[]> {
  const toOutcome = (contender: string, question: VaultQuestion, shown: readonly ShownUnit[]) => ({
    contender,
    question,
    shown,
    judged: judgeAnswer(question, shown),
  });
  const outcomes: Outcome[] = [];
  for (const build of findBuilds()) {
    const config = join(folder, build.name, 'config');
    const vault = join(folder, build.name, 'vault');
    await mkdir(config, { recursive: true });
    await cp(source, vault, { recursive: true });
    const questions = asked.map(({ id, question }) => ({ id, text: question }));
    const answers = new Map<string, AskedAnswer>(
      (await askInChild(build, { vault, config, questions })).map((answer) => [answer.id, answer]),
    );
    for (const question of asked)
      outcomes.push(toOutcome(build.name, question, answers.get(question.id)?.units ?? []));
  }
  const paragraphs = cutVault(source);
  for (const [name, search, k] of searchesOf(paragraphs))
    for (const question of asked) {
      const ids = await search(question.question, k);
      outcomes.push(toOutcome(name, question, showParagraphs(paragraphs, ids)));
    }
  return outcomes;
}

function searchesOf(paragraphs: readonly Paragraph[]): (readonly [string, Search, number])[] {
  const fts5 = createRawFts5(paragraphs, 'porter unicode61', true);
  const miniSearch = createMiniSearch(paragraphs);
  return [
    ['FTS5 porter, 3', fts5, 3],
    ['FTS5 porter, 8', fts5, 8],
    ['MiniSearch, 3', miniSearch, 3],
    ['MiniSearch, 8', miniSearch, 8],
  ];
}

function showParagraphs(paragraphs: readonly Paragraph[], ids: readonly string[]): ShownUnit[] {
  const byId = new Map(paragraphs.map((paragraph) => [paragraph.id, paragraph]));
  return ids.flatMap((id) => {
    const found = byId.get(id);
    return found === undefined ? [] : [{ text: found.text, notes: [found.note] }];
  });
}

function printTables(report: Report, part: string, outcomes: readonly Outcome[]): void {
  const own = outcomes.filter(({ contender }) => contender === 'now');
  report.heading(`${own.length} questions about real vaults, ${part}`);
  const rowsBy = (of: readonly Outcome[], key: (outcome: Outcome) => string) =>
    [...Map.groupBy(of, key)].map(([name, group]) =>
      toAnswerRow(
        name,
        group.map(({ judged }) => judged),
      ),
    );
  report.note('all vaults, by who answers');
  report.table(rowsBy(outcomes, ({ contender }) => contender));
  report.note('now, by vault');
  report.table(rowsBy(own, ({ question }) => question.vault));
  report.note('now, by what is asked for');
  report.table(rowsBy(own, ({ question }) => question.type));
  report.note('now, by how it is typed');
  report.table(rowsBy(own, ({ question }) => question.form));
}

/** Every failed question of the dev part, with what was shown first. */
function printCases(report: Report, outcomes: readonly Outcome[]): void {
  report.heading('what went wrong');
  for (const { contender, question, judged, shown } of outcomes) {
    const wrong = judged.answerable ? !judged.first || (judged.steps ?? 1) < 1 : !judged.abstained;
    if (contender !== 'now' || !wrong) continue;
    const how = !judged.answerable
      ? 'answered'
      : judged.abstained
        ? 'abstained'
        : judged.first
          ? `steps ${judged.steps}`
          : judged.inThree
            ? 'in 3'
            : judged.anywhere
              ? 'later'
              : 'never';
    report.note(`${question.id} ${how}: ${question.question} → ${shown[0]?.text.slice(0, 90) ?? ''}`);
  }
}

/** The page is compared with SQLite's results: a person looks at the first passage, and at two more. */
function holdBudgets(report: Report, outcomes: readonly Outcome[]): void {
  const of = (contender: string) =>
    sumAnswers(outcomes.filter((each) => each.contender === contender).map(({ judged }) => judged));
  const [now, plain] = [of('now'), of('FTS5 porter, 3')];
  const hold = (name: string, value: number | null, min: number | null, baseline?: string) =>
    report.budget(name, value ?? Number.NaN, {
      min: min ?? 0,
      ...(baseline === undefined ? {} : { baseline }),
    });
  hold('right passage first', now.first, plain.first, 'FTS5 with porter over paragraphs');
  hold('right passage within three', now.inThree, plain.inThree, 'FTS5 with porter over paragraphs');
  hold('abstention precision', now.abstentionPrecision, 0.5);
}
