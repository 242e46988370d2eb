import { readFileSync } from 'node:fs';
import { createRandom } from '../../query/real-sentences.ts';

/** One turn of a conversation. */
export interface Turn {
  readonly speaker: string;
  readonly text: string;
}

export interface ConversationNote {
  readonly path: string;
  readonly title: string;
  readonly date: string;
  readonly turns: readonly Turn[];
}

export interface ConversationQuestion {
  readonly text: string;
  /** The turns that answer, by note and position in it. */
  readonly evidence: readonly { readonly path: string; readonly turn: number }[];
}

export interface Conversations {
  readonly notes: readonly ConversationNote[];
  readonly questions: readonly ConversationQuestion[];
}

interface Templates {
  readonly people: readonly string[];
  readonly small: readonly (readonly [string, string])[];
  readonly facts: readonly { readonly lead: string; readonly say: string; readonly ask: readonly string[] }[];
  readonly [list: string]: unknown;
}

const SLOTS = {
  place: 'places',
  thing: 'things',
  food: 'foods',
  day: 'days',
  month: 'months',
  number: 'numbers',
  name: 'names',
  job: 'jobs',
} as const;
const SESSIONS = 4;

/**
 * Conversations of pairs of people over some days, with questions about what one of them said. Facts of the templates at even positions form the
 * `dev` half, the others the `test` half; the same seed gives the same conversations. No fact is stated in a turn that has all words of its question.
 */
export function generateConversations(split: 'dev' | 'test', seed: number): Conversations {
  const templates = JSON.parse(
    readFileSync(new URL('./templates.json', import.meta.url), 'utf8'),
  ) as Templates;
  const random = createRandom(seed + (split === 'dev' ? 0 : 1));
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const facts = templates.facts.filter((_, i) => i % 2 === (split === 'dev' ? 0 : 1));
  const notes: ConversationNote[] = [];
  const questions: ConversationQuestion[] = [];
  for (let pair = 0; pair < templates.people.length / 2; pair++) {
    const pairOfPeople = templates.people.slice(2 * pair, 2 * pair + 2);
    // Both state every fact about themselves, so the speaker decides which turn answers.
    const waiting = shuffle(
      pairOfPeople.flatMap((me) => facts.map((fact) => ({ me, fact }))),
      random,
    );
    const perSession = Math.ceil(waiting.length / SESSIONS);
    for (let session = 0; session < SESSIONS; session++) {
      const month = String(1 + ((pair + session * 3) % 12)).padStart(2, '0');
      const day = String(1 + ((pair * 5 + session) % 28)).padStart(2, '0');
      const path = `${pairOfPeople.join('-')}-${session}.md`;
      const turns: Turn[] = [];
      const small = () => {
        const [opening, reply] = pick(templates.small);
        const [first, second] = shuffle(pairOfPeople, random) as [string, string];
        turns.push({ speaker: first, text: opening }, { speaker: second, text: reply });
      };
      for (const { me, fact } of waiting.splice(0, perSession)) {
        small();
        const friend = pairOfPeople.find((name) => name !== me) as string;
        const values = new Map<string, string>(
          Object.entries(SLOTS).map(([slot, list]) => [slot, pick(templates[list] as readonly string[])]),
        );
        values
          .set('me', me)
          .set('other', pick(templates.people.filter((name) => !pairOfPeople.includes(name))));
        const fill = (text: string) =>
          text.replace(/\{(\w+)\}/gu, (_, slot: string) => values.get(slot) ?? slot);
        turns.push({ speaker: friend, text: fill(fact.lead) });
        const turn = turns.push({ speaker: me, text: fill(fact.say) }) - 1;
        if (random() < 0.5) turns.push({ speaker: friend, text: 'I would not have guessed.' });
        questions.push({ text: fill(pick(fact.ask)), evidence: [{ path, turn }] });
      }
      small();
      notes.push({
        path,
        title: `Chat of ${pairOfPeople.join(' with ')}`,
        date: `2025-${month}-${day}`,
        turns,
      });
    }
  }
  return { notes, questions };
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const left = [...items];
  const shuffled: Item[] = [];
  while (left.length > 0) shuffled.push(...left.splice(Math.floor(random() * left.length), 1));
  return shuffled;
}
