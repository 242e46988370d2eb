import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import { stopWords } from '@memora/language/stems';
import { foldWord, splitWords } from '@memora/language/text';
import type { Report } from '../report.ts';

/** Sets of sessions, with words of the preferences that every prompt must contain. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  'six-sessions': ['without emojis', 'two spaces', 'pnpm over npm'],
  'six-sessions-film': ['bullet points', 'British spelling', 'never flies'],
  'six-sessions-wind': ['reason first', 'Polars', 'ruff'],
};
const BUDGET = 400;
/** Words with the same first four letters count as forms of one word, which matches slightly too many. */
const ALIKE = 4;
/** All lines that a recall shows, including the separate nearest ones. */
const SHOWN = 100;
/** Ordinary prompts, for each of which a permanent preference matters. */
const PROMPTS = [
  ...['hi', 'fix the bug in the login page', 'write a changelog', 'explain closures', 'translate this mail'],
  ...['which port is staging on?', 'plan the week', 'rename the worker', 'add a test', 'what is left to do?'],
];

interface Save {
  readonly session: number;
  readonly id: string;
  readonly content: string;
  readonly kind?: 'fact';
  readonly lasts?: 'project';
  readonly said_by?: string;
  readonly valid_until?: string;
  readonly quote?: string;
}

interface Question {
  readonly want: string;
  readonly q: string;
  readonly words: string;
}

/** Six sessions of an agent's work, and what the seventh finds in them; see `six-sessions/README.md`. */
export async function measureSessions(report: Report, folder: string): Promise<void> {
  for (const [set, preferences] of Object.entries(SETS))
    await measureSet(report, set, preferences, join(folder, set));
}

async function measureSet(
  report: Report,
  set: string,
  preferences: readonly string[],
  vault: string,
): Promise<void> {
  const saves = (await linesOf(`${set}/saves.jsonl`)).map((line) => JSON.parse(line) as Save);
  const questions = (await linesOf(`${set}/questions.jsonl`)).map((line) => JSON.parse(line) as Question);
  const unknown = await linesOf(`${set}/unknown.txt`);
  await mkdir(vault, { recursive: true });
  await using agent = await openAgentMemory({ vault, agent: 'bench' });
  const refused: string[] = [];
  const idBy = new Map<string, string>();
  for (const number of new Set(saves.map(({ session }) => session))) {
    const session = await agent.session();
    for (const { id, content, said_by: saidBy, valid_until: validUntil, kind, lasts, quote } of saves.filter(
      (save) => save.session === number,
    )) {
      const { decision, memoryId } = await session.remember({
        content,
        ...(kind === undefined ? {} : { kind }),
        ...(lasts === undefined ? {} : { lasts }),
        ...(saidBy === undefined ? {} : { saidBy }),
        ...(validUntil === undefined ? {} : { validUntil }),
        ...(quote === undefined ? {} : { quote }),
      });
      if (memoryId === null) refused.push(`${decision}: ${content}`);
      else idBy.set(id, memoryId);
    }
    await session.end();
  }
  const ask = async (question: string) => {
    const found = await agent.recall(question, { tokens: BUDGET });
    return { found, tokens: found.tokens };
  };
  const plain = await Promise.all(questions.map(({ q }) => ask(q)));
  const worded = await Promise.all(questions.map(({ q, words }) => ask(`${q} ${words}`)));
  const none = await Promise.all(unknown.map(ask));
  const isShown = ({ found }: (typeof plain)[number], i: number, most: number) =>
    [...found.items, ...(most === SHOWN ? found.nearest : [])]
      .slice(0, most)
      .some(({ memoryId }) => memoryId === idBy.get(questions[i]?.want ?? ''));
  const share = (results: typeof plain, most: number) =>
    results.filter((result, i) => isShown(result, i, most)).length / questions.length;
  const told = (results: typeof plain) =>
    results.filter(({ found }) => !found.isNothing).length / results.length;
  report.heading(`${set}: ${saves.length} saves, ${questions.length} questions in other words`);
  report.budget('obedient saves refused', refused.length, { max: 0 });
  for (const each of refused) report.note(each);
  report.budget('shown within 400 tokens, in the words of the question', share(plain, SHOWN), { min: 0.75 });
  report.note(`first, in the words of the question: ${share(plain, 1).toFixed(2)}`);
  const wanted = ({ want }: Question) => saves.find(({ id }) => id === want)?.content ?? '';
  const missed = questions.filter((_, i) => !isShown(plain[i] as (typeof plain)[number], i, SHOWN));
  const wordless = (some: readonly Question[]) =>
    some.filter((question) => !sharesWord(question.q, wanted(question))).length;
  report.note(
    `no word and no beginning of one in common with the memory: ${wordless(questions)} of all ${questions.length} questions, ${wordless(missed)} of the ${missed.length} that miss it`,
  );
  report.note(`told as remembered, in the words of the question: ${told(plain).toFixed(2)}; else as nearest`);
  report.budget('shown within 400 tokens, with the words a caller adds', share(worded, SHOWN), { min: 0.9 });
  report.note(`first, with the words a caller adds: ${share(worded, 1).toFixed(2)}`);
  const costs = [...plain, ...worded].map(({ tokens }) => tokens);
  report.budget('tokens of a recall, the most', Math.max(...costs), { max: BUDGET });
  const quiet = none.filter(({ found }) => found.isNothing).length;
  report.budget('nothing said where nothing is known', quiet / unknown.length, { min: 0.9 });
  report.budget('prompts that hold the standing preferences', await standing(agent, preferences), { min: 1 });
}

/** True if a word of the question and one of the memory begin alike, ignoring stop words. */
function sharesWord(question: string, memory: string): boolean {
  const words = wordsOf(memory);
  return wordsOf(question).some((asked) =>
    words.some((word) => word === asked || word.slice(0, ALIKE) === asked.slice(0, ALIKE)),
  );
}

function wordsOf(text: string): string[] {
  const stops = new Set([...stopWords('en'), ...stopWords('de'), ...stopWords('es')].map(foldWord));
  return splitWords(text)
    .map((each) => foldWord(each.text.toLowerCase()))
    .filter((word) => word.length > 1 && !stops.has(word));
}

async function standing(agent: AgentMemory, preferences: readonly string[]): Promise<number> {
  let held = 0;
  for (const question of PROMPTS) {
    const session = await agent.session();
    const { prefix, turn } = await session.context({ question });
    const text = `${prefix}\n${turn}`;
    if (preferences.every((words) => text.includes(words))) held++;
  }
  return held / PROMPTS.length;
}

async function linesOf(name: string): Promise<string[]> {
  return (await readFile(fileURLToPath(new URL(name, import.meta.url)), 'utf8')).trim().split('\n');
}
