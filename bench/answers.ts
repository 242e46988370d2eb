import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Memory, openMemory } from '@memora/engine';
import BetterSqlite3 from 'better-sqlite3';
import { measureAbstention } from './answers-runs/abstention.ts';
import { measureDatedAnswers } from './answers-runs/measure-dates.ts';
import { measurePrompts } from './answers-runs/measure-prompts.ts';
import { measureVaultAnswers } from './answers-runs/measure-vaults.ts';
import { type Document, noteOf, plain } from './answers-runs/timeqa.ts';
import { type Report, type Suite, toSample } from './report.ts';

const data = process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));

const LINES = 8;

/** Some of the sets for a quick look: `MEMORA_BENCH_SETS=vaults,prompts,dates,timeqa,abstention`. */
const SETS = (process.env['MEMORA_BENCH_SETS'] ?? 'vaults,prompts,dates,timeqa,abstention').split(',');

/** Answers in the notes' own words: to questions about real vaults, with dates in words, and on TimeQA; and when there is none. */
export const suite: Suite = {
  name: 'answers',
  async run(report) {
    const file = join(data, 'temporal', 'timeqa', 'human_annotated_test.json');
    if (!existsSync(file)) {
      report.note(`no test data at ${file}: nothing was measured`);
      return;
    }
    const folder = await mkdtemp(join(tmpdir(), 'memora-bench-'));
    try {
      if (SETS.includes('vaults')) await measureVaultAnswers(report, folder, data);
      if (SETS.includes('prompts')) await measurePrompts(report, folder, data);
      if (SETS.includes('dates')) await measureDatedAnswers(report, folder);
      const documents = JSON.parse(await readFile(file, 'utf8')) as readonly Document[];
      if (SETS.includes('timeqa')) await measure(report, folder, documents);
      if (SETS.includes('abstention')) await measureAbstention(report, folder, data, documents);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(report: Report, folder: string, documents: readonly Document[]): Promise<void> {
  const vault = join(folder, 'vault');
  await writeVault(vault, documents);
  await using memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });
  await memory.index();
  const raw = await openRawSearch(memory);
  const questions = documents
    .flatMap((document) => document.questions)
    .flatMap(([text, answers]) => {
      const spans = answers.map(({ answer }) => plain(answer)).filter((answer) => answer !== '');
      return spans.length === 0 ? [] : [{ text, spans }];
    });
  report.heading(
    `${questions.length} questions over ${documents.length} documents, at most ${LINES} lines an answer`,
  );
  const found = { ours: 0, raw: 0 };
  const faults = { unverified: 0, tooLong: 0 };
  let lines = 0;
  const times = { ask: [] as number[], query: [] as number[] };
  for (const { text, spans } of questions) {
    const started = performance.now();
    const answer = await memory.ask(text);
    const asked = performance.now();
    await memory.query(text, { k: LINES });
    times.ask.push(asked - started);
    times.query.push(performance.now() - asked);
    if (holds(answer.cleanText, spans)) found.ours++;
    if (holds(raw(text).join('\n'), spans)) found.raw++;
    if (answer.cleanText !== '' && answer.report.verdict !== 'verified') faults.unverified++;
    const shown = answer.cleanText.split('\n').filter((line) => line.trim() !== '').length;
    lines += shown;
    if (shown > LINES) faults.tooLong++;
  }
  const share = (count: number) => count / questions.length;
  report.compare(
    'labelled span in the answer',
    share(found.ours),
    { name: 'first 8 of raw FTS5', value: share(found.raw) },
    'of 1',
  );
  report.note(`${(lines / questions.length).toFixed(1)} lines an answer`);
  report.budget('ours against raw FTS5', found.ours / found.raw, {
    min: 1,
    unit: '×',
    baseline: `${found.raw} questions`,
  });
  report.budget('answers not wholly verified', faults.unverified, { max: 0 });
  report.budget(`answers of more than ${LINES} lines`, faults.tooLong, { max: 0 });
  const [ask, query] = [toSample(times.ask), toSample(times.query)];
  const own = report.compare('ask without its retrieval', ask.median - query.median, {
    name: 'retrieval',
    value: query.median,
  });
  report.budget("the pipeline's own work", own, { max: 2, unit: '×', baseline: 'the median of retrieval' });
}

async function writeVault(vault: string, documents: readonly Document[]): Promise<void> {
  await mkdir(vault, { recursive: true });
  for (const document of documents) {
    const { name, text } = noteOf(document);
    await writeFile(join(vault, name), text);
  }
}

/** What taking the first eight texts of an FTS5 table, as it comes, would answer. */
async function openRawSearch(memory: Memory): Promise<(question: string) => string[]> {
  const { claims } = await memory.claims.listClaims();
  const texts = await memory.readSpans(claims);
  const db = new BetterSqlite3(':memory:');
  db.exec('CREATE VIRTUAL TABLE raw USING fts5(text)');
  const insert = db.prepare('INSERT INTO raw(text) VALUES (?)');
  const distinct = new Set(texts.filter((text) => text !== null));
  db.transaction(() => {
    for (const text of distinct) insert.run(text);
  })();
  const select = db.prepare(`SELECT text FROM raw WHERE raw MATCH ? ORDER BY rank LIMIT ${LINES}`).pluck();
  return (question) => {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.length === 0 ? [] : (select.all(words.map((word) => `"${word}"`).join(' OR ')) as string[]);
  };
}

function holds(text: string, spans: readonly string[]): boolean {
  const answer = plain(text);
  return spans.some((span) => answer.includes(span));
}
