import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAgentMemory } from '@memora/agent-memory';
import type { Report } from '../report.ts';

const ORDERS = ['off', 'blend', 'product'] as const;
type Order = (typeof ORDERS)[number];

/** The default order of `recall`. The budgets below say whether it is the right one. */
const DEFAULT: Order = 'off';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const DAY = 86_400_000;
const NAMES =
  'Harbor Lantern Quill Ember Larch Onyx Tide Vesper Willow Zephyr Cedar Falcon Garnet Juniper Maple Orchid Pebble Raven Sable Thistle'.split(
    ' ',
  );

interface OrderedMemory {
  readonly content: string;
  /** Days since it was saved. */
  readonly age: number;
  /** How often it was recalled; the last time was the day on which it was saved, or `used` days ago. */
  readonly recalls: number;
  readonly used: number;
}

interface OrderedCase {
  readonly kind: 'exact and old' | 'the same in general' | 'the latest' | 'in daily use';
  readonly question: string;
  readonly wanted: string;
  readonly memories: readonly OrderedMemory[];
}

const fresh = (content: string): OrderedMemory => ({ content, age: 1, recalls: 6, used: 0 });
const old = (content: string, age = 120): OrderedMemory => ({ content, age, recalls: 0, used: age });

/** Four questions for each name: two that one old statement answers, one that asks for the newest, one that several fit. */
function casesOf(name: string, i: number): OrderedCase[] {
  const hour = (i % 12) + 1;
  return [
    {
      kind: 'exact and old',
      question: `When does the nightly backup of ${name} start?`,
      wanted: `The nightly backup of ${name} starts at ${hour} o'clock.`,
      memories: [
        old(`The nightly backup of ${name} starts at ${hour} o'clock.`),
        fresh(`The backup of ${name} was a topic of the planning meeting.`),
        fresh(`A nightly build of ${name} is published for the testers.`),
      ],
    },
    {
      kind: 'the same in general',
      question: `Which licence do the icons of ${name} have?`,
      wanted: `The icons of ${name} have the licence CC BY ${(i % 4) + 1}.0.`,
      memories: [
        old(`The icons of ${name} have the licence CC BY ${(i % 4) + 1}.0.`, 60),
        fresh(`The licence of ${name} is shown on its first page.`),
        fresh(`The icons of ${name} were drawn by Mira.`),
      ],
    },
    {
      kind: 'the latest',
      question: `What did the latest audit of ${name} find?`,
      wanted: `The audit of ${name} found ${i + 2} open ports on the relay.`,
      memories: [
        old(`The audit of ${name} found ${i + 40} weak keys on the archive.`, 90),
        {
          content: `The audit of ${name} found ${i + 2} open ports on the relay.`,
          age: 3,
          recalls: 0,
          used: 3,
        },
      ],
    },
    {
      kind: 'in daily use',
      question: `Which command checks ${name}?`,
      wanted: `The command that checks ${name} before a push is check-${i}.`,
      memories: [
        old(`The command that checks ${name} after a crash is verify-${i}.`, 40),
        {
          content: `The command that checks ${name} before a push is check-${i}.`,
          age: 40,
          recalls: 9,
          used: 0,
        },
      ],
    },
  ];
}

/** Asks generated questions in each order of a recall, and prints how often the expected memory comes first. */
export async function measureOrder(report: Report, vault: string): Promise<void> {
  const cases = NAMES.flatMap(casesOf);
  const results = new Map<Order, readonly Ranked[]>();
  for (const order of ORDERS) results.set(order, await askAll(cases, order, join(vault, order)));
  report.heading(`The order of a recall, ${cases.length} generated questions`);
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  const firstOf = (order: Order, kind?: string): number => {
    const of = (results.get(order) ?? []).filter((each) => kind === undefined || each.kind === kind);
    return of.filter(({ rank }) => rank === 1).length / of.length;
  };
  report.table(
    [...kinds, undefined].map((kind) => ({
      'wanted is first': kind ?? 'all',
      ...Object.fromEntries(ORDERS.map((order) => [order, firstOf(order, kind)])),
    })),
  );
  const others = Math.max(...ORDERS.filter((order) => order !== DEFAULT).map((order) => firstOf(order)));
  report.budget(`wanted is first, ${DEFAULT} against the better of the others`, firstOf(DEFAULT) / others, {
    min: 0.99,
    unit: '×',
  });
  const hidden = ORDERS.flatMap((order) => results.get(order) ?? []).filter(({ rank }) => rank === 0);
  report.budget('wanted memories that an order hides', hidden.length, { max: 0 });
}

interface Ranked {
  readonly kind: OrderedCase['kind'];
  /** From 1; 0 if it is not shown. */
  readonly rank: number;
}

/** Asks every question in a separate vault. Asking counts as use, and no order must see another's use. */
async function askAll(
  cases: readonly OrderedCase[],
  order: Order,
  vault: string,
): Promise<readonly Ranked[]> {
  const folder = join(vault, 'semantic', 'memory', 'fact');
  await mkdir(folder, { recursive: true });
  await using agent = await openAgentMemory({ vault, now: () => new Date(NOW) });
  let next = 0;
  const uses: { readonly id: string; readonly at: Date; readonly times: number }[] = [];
  for (const { content, age, recalls, used } of cases.flatMap(({ memories }) => memories)) {
    const id = `mem_${(next++).toString(36).padStart(12, '0')}`;
    const created = new Date(NOW - age * DAY).toISOString();
    const head = `id: ${id}\ntype: semantic\nkind: fact\nsource: agent\nprivacy: private\ncreated: ${created}`;
    await writeFile(join(folder, `fact-${id.slice(4)}.md`), `---\n${head}\n---\n${content}\n`);
    uses.push({ id, at: new Date(NOW - used * DAY), times: recalls });
  }
  await agent.memory.index();
  for (const { id, at, times } of uses)
    for (let i = 0; i < times; i++) await agent.memory.access.count([id], at);
  const ranks: Ranked[] = [];
  for (const { kind, question, wanted } of cases) {
    const { items } = await agent.recall(question, { order, evidence: false });
    ranks.push({ kind, rank: items.findIndex(({ line }) => line === wanted) + 1 });
  }
  return ranks;
}
