import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Memory, openMemory } from '@memora/engine';
import { createRandom } from '../query/real-sentences.ts';
import type { Report } from '../report.ts';
import { type Document, noteOf, plain } from './timeqa.ts';

interface Asked {
  readonly question: string;
  readonly answerable: boolean;
  readonly half: 'dev' | 'test';
}

interface Told extends Asked {
  readonly abstained: boolean;
  readonly coverage: number;
}

const VAULTS = ['obsidian-tasks', 'foam', 'kepano', 'logseq-docs', 'art-of-command-line'];
const SENTENCES_A_VAULT = 60;

/**
 * Whether the answer says plainly that the notes do not know. Answerable: questions on documents in the vault, and words that
 * a person may remember from a sentence in it. Unanswerable: the same kind of question on documents that were left out, and
 * words from another vault. The threshold was chosen on the dev halves; the figures are those of the test halves.
 */
export async function measureAbstention(
  report: Report,
  folder: string,
  data: string,
  documents: readonly Document[],
): Promise<void> {
  const told = {
    'TimeQA, half of its documents': await askTimeQa(join(folder, 'half'), folder, documents),
    'five vaults, across each other': await askVaults(join(folder, 'vaults'), folder, data),
  };
  const all = Object.values(told).flat();
  report.heading(`saying that the notes do not know: ${all.length} questions`);
  const rows = Object.entries({ ...told, all }).flatMap(([name, asked]) =>
    (['dev', 'test'] as const).map((half) => {
      const { kept, abstained, answerable, unanswerable } = sharesOf(
        asked.filter((each) => each.half === half),
      );
      return { questions: name, half, answerable, answered: kept, unanswerable, 'not answered': abstained };
    }),
  );
  report.table(rows);
  const dev = all.filter(({ half }) => half === 'dev');
  const best = bestThreshold(dev);
  report.note(
    `best balanced on the dev halves: coverage ${best.threshold.toFixed(2)}, ${best.balance.toFixed(3)} of 1`,
  );
  const test = sharesOf(all.filter(({ half }) => half === 'test'));
  report.note('baseline: an answer made of the first hits is never withheld (1 and 0)');
  report.budget('answerable questions answered (test)', test.kept, { min: 0.85 });
  report.budget('unanswerable questions not answered (test)', test.abstained, { min: 0.9 });
}

function sharesOf(asked: readonly Told[]) {
  const share = (of: readonly Told[], abstained: boolean) =>
    Number((of.filter((each) => each.abstained === abstained).length / Math.max(1, of.length)).toFixed(3));
  const answerable = asked.filter((each) => each.answerable);
  const unanswerable = asked.filter((each) => !each.answerable);
  return {
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    kept: share(answerable, false),
    abstained: share(unanswerable, true),
  };
}

/** The threshold with the highest mean of both shares, if the answer depended only on the best hit's coverage. */
function bestThreshold(asked: readonly Told[]): { readonly threshold: number; readonly balance: number } {
  const thresholds = Array.from({ length: 40 }, (_, i) => (i + 10) / 50);
  const balances = thresholds.map((threshold) => {
    const { kept, abstained } = sharesOf(
      asked.map((each) => ({ ...each, abstained: each.coverage < threshold })),
    );
    return { threshold, balance: (kept + abstained) / 2 };
  });
  return balances.reduce((best, each) => (each.balance > best.balance ? each : best));
}

async function ask(memory: Memory, asked: readonly Asked[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const each of asked) {
    const { abstained, hits } = await memory.ask(each.question);
    told.push({ ...each, abstained, coverage: Math.max(0, ...hits.map(({ why }) => why.coverage)) });
  }
  return told;
}

async function askTimeQa(vault: string, folder: string, documents: readonly Document[]): Promise<Told[]> {
  await mkdir(vault);
  const asked: Asked[] = [];
  for (const [i, document] of documents.entries()) {
    const answerable = i % 2 === 0;
    const { name, text } = noteOf(document);
    if (answerable) await writeFile(join(vault, name), text);
    for (const [question, answers] of document.questions)
      if (answers.some(({ answer }) => plain(answer) !== ''))
        asked.push({ question, answerable, half: i % 4 < 2 ? 'dev' : 'test' });
  }
  await using memory = await openIndexed(vault, folder);
  return await ask(memory, asked);
}

async function askVaults(target: string, folder: string, data: string): Promise<Told[]> {
  const random = createRandom(7);
  const memories: Memory[] = [];
  const questions: string[][] = [];
  for (const name of VAULTS.filter((each) => existsSync(join(data, 'vaults', each)))) {
    await cp(join(data, 'vaults', name), join(target, name), { recursive: true });
    const memory = await openIndexed(join(target, name), folder);
    memories.push(memory);
    const { claims } = await memory.claims.listClaims();
    const texts = await memory.readSpans(claims);
    const sentences = texts.filter(
      (text, i): text is string =>
        text !== null &&
        claims[i]?.assertion === 'asserted' &&
        text.length > 60 &&
        text.length < 260 &&
        /^[A-Za-z]/.test(text) &&
        !/[|{}<]/.test(text),
    );
    const picked = Array.from(
      { length: SENTENCES_A_VAULT },
      () => sentences[Math.floor(random() * sentences.length)],
    );
    questions.push([...new Set(picked)].flatMap((sentence) => remember(sentence ?? '', random)));
  }
  const told: Told[] = [];
  for (const [home, memory] of memories.entries()) {
    const asked = questions.flatMap((own, from) =>
      own.flatMap((question, i): Asked[] =>
        // As many from all other vaults together as from this one.
        from === home || i % 4 === 0
          ? [{ question, answerable: from === home, half: i % 8 < 4 ? 'dev' : 'test' }]
          : [],
      ),
    );
    told.push(...(await ask(memory, asked)));
    await memory.close();
  }
  return told;
}

const SMALL_WORDS = new Set(
  'the a an of to in is are and or for on with that this it as be by you can from your if not will when which at have has was were but also all any more their they its into how what use used using'.split(
    ' ',
  ),
);

/** About five words of a sentence, in order, as a question; null if it has too few. */
function remember(sentence: string, random: () => number): string[] {
  const plainText = sentence.replace(/\[\[|\]\]|\(http\S+\)/g, ' ');
  const words = [...new Set(plainText.match(/[A-Za-z][A-Za-z-]{2,}/g) ?? [])]
    .map((word) => word.toLowerCase())
    .filter((word) => !SMALL_WORDS.has(word));
  const kept = words.filter(() => random() < 5 / words.length);
  return kept.length < 3 ? [] : [`how does it work with ${kept.join(' ')}?`];
}

async function openIndexed(vault: string, folder: string): Promise<Memory> {
  const memory = await openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });
  await memory.index({ writeNotes: false });
  return memory;
}
