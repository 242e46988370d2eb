import { readFileSync } from 'node:fs';
import { createRandom } from '../../query/real-sentences.ts';
import type { Chat, ChatTurn } from '../import-chats.ts';

/** A question about one of the sessions, or about something that was never said. */
export interface HistoryQuestion {
  readonly ability: string;
  readonly text: string;
  /** The turns that answer, as `chat place`; for an update, those of the newest value. Empty for something that was never said. */
  readonly evidence: readonly string[];
  /** The turns with values that were replaced since. */
  readonly older: readonly string[];
}

export interface Histories {
  readonly chats: readonly Chat[];
  readonly questions: readonly HistoryQuestion[];
}

interface Template {
  readonly say?: string;
  readonly reply?: string;
  readonly ask: string;
}

interface Templates {
  readonly slots: Readonly<Record<string, readonly string[]>>;
  readonly abilities: Readonly<Record<string, readonly Template[]>>;
  readonly small: readonly (readonly [string, string])[];
  readonly lectures: readonly string[];
}

/** Questions about a fact are filled in from these slots, which no two facts of one template share. */
const KEYS = ['kin', 'object', 'event', 'topic', 'thing', 'habit', 'plan'];
const SESSIONS = 500;
const QUESTIONS_A_TEMPLATE = 16;
/** In how many sessions a fact is stated, by ability; otherwise once. */
const TIMES: Readonly<Record<string, readonly number[]>> = {
  updated: [2, 3],
  'counted over sessions': [2, 3, 4],
};

/**
 * One person's chats over two years: facts among small talk and lectures of the assistant with the same words.
 * Templates at even positions form the `dev` half, the others the `test` half; the same seed gives the same chats.
 */
export function generateHistories(split: 'dev' | 'test' | 'unseen', seed: number): Histories {
  const templates = readTemplates(split);
  const random = createRandom(seed + (split === 'dev' ? 0 : 1));
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const pickSlot = (slot: string) => pick(templates.slots[slot.replace(/2$/u, '')] ?? []);
  /** A value that occurs twice in one text is the same both times. */
  const fill = (text: string, known: ReadonlyMap<string, string>) => {
    const values = new Map(known);
    return text.replace(/\{(\w+)\}/gu, (_, slot: string) => {
      const value = values.get(slot) ?? pickSlot(slot);
      values.set(slot, value);
      return value;
    });
  };

  const sessions = Array.from({ length: SESSIONS }, (_, i) => ({
    day: dayOf(i),
    turns: [] as Omit<ChatTurn, 'at'>[],
  }));
  const tell = (session: number, text: string, reply: string): string => {
    const turns = sessions[session]?.turns as Omit<ChatTurn, 'at'>[];
    turns.push({ role: 'user', text }, { role: 'assistant', text: reply });
    return `chat-${session} ${turns.length - 2}`;
  };
  for (let i = 0; i < SESSIONS; i++) {
    for (let count = 1 + below(2); count > 0; count--) tell(i, ...pick(templates.small));
    tell(i, 'What do you think about that in general?', fill(pick(templates.lectures), new Map()));
  }

  const questions: HistoryQuestion[] = [];
  for (const [ability, all] of Object.entries(templates.abilities)) {
    for (const [at, template] of all.entries()) {
      if (at % 2 !== (split === 'dev' ? 0 : 1) && !(split === 'unseen' && ability === 'updated')) continue;
      for (const keys of keysOf(template, templates, below).slice(0, QUESTIONS_A_TEMPLATE)) {
        const question = { ability, text: fill(template.ask, keys), older: [] as string[] };
        if (template.say === undefined) {
          questions.push({ ...question, evidence: [] });
          continue;
        }
        const told: string[] = [];
        const subjects = template.ask.includes('2}') ? [keys, swap(keys)] : [keys];
        for (const subject of subjects)
          for (const session of places(pick(TIMES[ability] ?? [1]), below)) {
            const values = new Map(subject);
            const reply = fill(template.reply ?? pick(templates.lectures), values);
            const turn = tell(session, fill(template.say, values), reply);
            told.push(template.reply === undefined ? turn : next(turn));
          }
        const newest = told.at(-1) as string;
        questions.push(
          ability === 'updated'
            ? { ...question, evidence: [newest], older: told.slice(0, -1) }
            : { ...question, evidence: told },
        );
      }
    }
  }
  const chats = sessions.map(({ day, turns }, i) => ({
    id: `chat-${i}`,
    turns: turns.map((turn, place) => ({ ...turn, at: new Date(day + place * 60_000).toISOString() })),
  }));
  return { chats, questions };
}

/** The templates. The updates are those that were written after the rules were finished, so no rule was fitted on them. */
function readTemplates(split: 'dev' | 'test' | 'unseen'): Templates {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
  const templates = read('./templates.json') as Templates;
  if (split !== 'unseen') return templates;
  return { ...templates, abilities: { ...templates.abilities, ...read('./templates-unseen.json') } };
}

const DAY = 86_400_000;

function dayOf(session: number): number {
  return Date.UTC(2024, 0, 5, 9) + Math.floor(session * 1.4) * DAY + (session % 7) * 3_600_000;
}

/** Different sessions, the earliest first. */
function places(count: number, below: (count: number) => number): number[] {
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(below(SESSIONS));
  return [...chosen].sort((a, b) => a - b);
}

/** Every choice of subjects for a question of the template, each in a separate order. */
function keysOf(
  { ask }: Template,
  { slots }: Templates,
  below: (count: number) => number,
): ReadonlyMap<string, string>[] {
  const slot = KEYS.find((each) => ask.includes(`{${each}}`)) as string;
  const values = [...(slots[slot] ?? [])];
  for (let i = values.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [values[i], values[j]] = [values[j] as string, values[i] as string];
  }
  if (!ask.includes(`{${slot}2}`)) return values.map((value) => new Map([[slot, value]]));
  // Nothing is in two pairs, because it would be stated twice.
  return Array.from(
    { length: Math.floor(values.length / 2) },
    (_, i) =>
      new Map([
        [slot, values[2 * i] as string],
        [`${slot}2`, values[2 * i + 1] as string],
      ]),
  );
}

function swap(keys: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [[slot, first], [, second]] = [...keys] as [[string, string], [string, string]];
  return new Map([
    [slot, second],
    [`${slot}2`, first],
  ]);
}

function next(turn: string): string {
  return turn.replace(/\d+$/u, (place) => String(Number(place) + 1));
}
