import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Memory, openMemory } from '@memora/engine';
import type { Report, Row } from '../report.ts';
import { halfOfQuestion, measuredAnswerHalf, readQuestions, type VaultQuestion } from './read-questions.ts';
import { toPlainWords } from './to-plain-words.ts';

/** What a model is shown at once: a passage with its claims, or a single claim. */
interface ShownBlock {
  readonly claims: readonly { readonly id: string; readonly text: string }[];
}

interface Shown {
  readonly characters: number;
  readonly blocks: readonly ShownBlock[];
}

const CLAIMS = 24;
const CHARACTERS_A_TOKEN = 4;

/**
 * What a model is given for a question: the passages of `memory.prompt`, beside the same claims one by one, each under its note, as prompts held them before. The
 * reader is a script: it copies the first block, or the first three, word for word with their markers. What of that is verified and holds the gold text is right.
 */
export async function measurePrompts(report: Report, folder: string, data: string): Promise<void> {
  const half = measuredAnswerHalf();
  const questions = readQuestions().filter(({ id, gold }) => halfOfQuestion(id) === half && gold.length > 0);
  const totals = { passages: emptyTotals(), 'claims one by one': emptyTotals() };
  for (const [vault, asked] of Map.groupBy(questions, (each) => each.vault)) {
    const at = join(folder, `prompts-${vault}`);
    await mkdir(at, { recursive: true });
    await cp(join(data, 'vaults', vault), join(at, 'vault'), { recursive: true });
    await using memory = await openMemory({
      vault: join(at, 'vault'),
      env: { MEMORA_CONFIG_DIR: join(at, 'config') },
    });
    await memory.index({ writeNotes: false });
    for (const question of asked) {
      await add(totals.passages, question, await readPrompt(memory, question.question), memory);
      await add(totals['claims one by one'], question, await readClaims(memory, question.question), memory);
    }
  }
  report.heading(`what a model is given for ${questions.length} questions about real vaults, ${half}`);
  report.table(Object.entries(totals).map(([name, total]) => toRow(name, total)));
}

interface Totals {
  questions: number;
  characters: number;
  held: number;
  first: number;
  three: number;
}

const emptyTotals = (): Totals => ({ questions: 0, characters: 0, held: 0, first: 0, three: 0 });

async function add(totals: Totals, { gold }: VaultQuestion, shown: Shown, memory: Memory): Promise<void> {
  const sought = gold.map(({ text }) => toPlainWords(text));
  const holds = (text: string) => sought.some((words) => toPlainWords(text).includes(words));
  const copied = async (blocks: readonly ShownBlock[]) => {
    const draft = blocks
      .flatMap(({ claims }) => claims.map(({ id, text }) => `- ${text.replace(/\s+/gu, ' ')} [claim:${id}]`))
      .join('\n');
    return (await memory.verify(draft)).cleanText.replace(/\s*\[claim:\w+\]/gu, '');
  };
  totals.questions++;
  totals.characters += shown.characters;
  if (holds(shown.blocks.map(textOf).join('\n'))) totals.held++;
  if (holds(await copied(shown.blocks.slice(0, 1)))) totals.first++;
  if (holds(await copied(shown.blocks.slice(0, 3)))) totals.three++;
}

function textOf({ claims }: ShownBlock): string {
  return claims.map(({ text }) => text).join(' ');
}

/** The passages of the prompt as it stands. */
async function readPrompt(memory: Memory, question: string): Promise<Shown> {
  const { prompt } = await memory.prompt(question, { k: CLAIMS, place: 'loopback' });
  const inside = prompt.slice(prompt.indexOf('>') + 1, prompt.indexOf('</claims'));
  const blocks = inside
    .split(/(?:^|\n)note: [^\n]*\n/u)
    .map((block) => ({
      claims: [...block.matchAll(/\[claim:(\w{16})\][^\n]*\n([\s\S]*?)(?=\n\n\[claim:|$)/gu)].map(
        ([, id = '', text = '']) => ({ id, text: text.trim() }),
      ),
    }))
    .filter(({ claims }) => claims.length > 0);
  return { characters: inside.length, blocks };
}

/** The same claims in the order of their score, each under its note. */
async function readClaims(memory: Memory, question: string): Promise<Shown> {
  const { hits } = await memory.query(question, { k: CLAIMS, salience: false });
  const texts = await memory.readSpans(hits.map(({ claim }) => claim));
  let characters = 0;
  const blocks = hits.flatMap(({ claim }, i) => {
    const text = texts[i];
    if (typeof text !== 'string') return [];
    characters += `[claim:${claim.id}] note: ${claim.noteTitle} \n${text}\n\n`.length;
    return [{ claims: [{ id: claim.id, text }] }];
  });
  return { characters, blocks };
}

function toRow(what: string, { questions, characters, held, first, three }: Totals): Row {
  const share = (count: number) => (count / Math.max(1, questions)).toFixed(3);
  return {
    what,
    questions: String(questions),
    'tokens of notes (4 characters each)': Math.round(
      characters / CHARACTERS_A_TOKEN / Math.max(1, questions),
    ),
    'gold in it': share(held),
    'copied first block right': share(first),
    'copied first three right': share(three),
  };
}
