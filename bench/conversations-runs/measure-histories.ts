import { join } from 'node:path';
import type { Report } from '../report.ts';
import { createRawFts5 } from '../retrieval/baselines.ts';
import { generateHistories, type Histories } from './histories/generate-histories.ts';
import { findTurns, importChats } from './import-chats.ts';

const SEED = 20261123;
/** The set whose updates were written after the rules were finished: `MEMORA_BENCH_HALF=unseen`. */
const UNSEEN_SEED = 20261126;
const [ANY, ALL] = [5, 10];

const NAMES = { dev: 'the dev half', test: 'held out', unseen: 'held out, updates unseen' };

interface Counts {
  asked: number;
  any: number;
  all: number;
}

/**
 * Long histories of one person: the turns that answer, by the ability that a question needs, compared with
 * plain full-text search over the same turns.
 */
export async function measureHistories(report: Report, folder: string): Promise<void> {
  const halves = (process.env['MEMORA_BENCH_HALF'] ?? 'dev,test').split(',');
  for (const half of halves) {
    const split = half === 'dev' || half === 'unseen' ? half : 'test';
    const histories = generateHistories(split, split === 'unseen' ? UNSEEN_SEED : SEED);
    await measureHalf(report, join(folder, half), histories, NAMES[split]);
  }
}

async function measureHalf(
  report: Report,
  folder: string,
  histories: Histories,
  name: string,
): Promise<void> {
  const { chats, questions } = histories;
  const turns = chats.flatMap(({ id, turns }) =>
    turns.map(({ role, text }, i) => ({ id: `${id} ${i}`, title: '', text: `${role}: ${text}` })),
  );
  const raw = createRawFts5(turns);
  await using imported = await importChats(folder, chats);
  const ours = new Map<string, Counts>();
  const plain = new Map<string, Counts>();
  const updates = { asked: 0, newerFirst: 0 };
  const silence = { right: 0, unanswerable: 0, wrong: 0, answerable: 0 };
  for (const { ability, text, evidence, older } of questions) {
    const { abstained } = await imported.memory.ask(text, { conversations: true });
    if (evidence.length === 0) {
      silence.unanswerable++;
      if (abstained) silence.right++;
      continue;
    }
    silence.answerable++;
    if (abstained) silence.wrong++;
    const found = await findTurns(imported, text);
    count(ours, ability, evidence, found);
    count(plain, ability, evidence, await raw(text, ALL));
    if (older.length > 0) {
      updates.asked++;
      const placeOf = (names: readonly string[]) => found.findIndex((each) => names.includes(each));
      const [newest, before] = [placeOf(evidence), placeOf(older)];
      if (newest >= 0 && (before < 0 || newest < before)) updates.newerFirst++;
    }
  }
  const share = (part: number, whole: number) => Number((part / Math.max(1, whole)).toFixed(3));
  report.heading(
    `histories, templates of ${name}: ${questions.length} questions over ${chats.length} chats of ${turns.length} turns`,
  );
  const rows = [...ours].map(([ability, { asked, any, all }]) => {
    const other = plain.get(ability) as Counts;
    return {
      ability,
      asked,
      [`any@${ANY}`]: share(any, asked),
      'raw FTS5': share(other.any, asked),
      [`all@${ALL}`]: share(all, asked),
      'raw FTS5, all': share(other.all, asked),
    };
  });
  report.table(rows);
  const sum = (of: ReadonlyMap<string, Counts>) => [...of.values()].reduce((all, { any }) => all + any, 0);
  report.budget(`${name}: any@${ANY} over raw FTS5`, sum(ours) / sum(plain), { min: 1.15, unit: '×' });
  const below = [...ours].filter(([ability, { any }]) => any < (plain.get(ability)?.any ?? 0));
  report.budget(`${name}: abilities below raw FTS5`, below.length, { max: 0 });
  report.note(`newer value before the older: ${updates.newerFirst} of ${updates.asked}`);
  report.note(
    `abstained where nothing was said: ${silence.right} of ${silence.unanswerable}; where something was: ${silence.wrong} of ${silence.answerable}`,
  );
}

function count(
  counts: Map<string, Counts>,
  ability: string,
  evidence: readonly string[],
  found: readonly string[],
): void {
  const of = counts.get(ability) ?? { asked: 0, any: 0, all: 0 };
  counts.set(ability, of);
  of.asked++;
  if (found.slice(0, ANY).some((turn) => evidence.includes(turn))) of.any++;
  const first = new Set(found.slice(0, ALL));
  if (evidence.every((turn) => first.has(turn))) of.all++;
}
