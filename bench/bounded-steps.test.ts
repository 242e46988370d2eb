import { countSteps, type StepCounter } from '@memora/testing-fixtures/count-steps';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prose, shapes } from './hostile-runs/shapes.ts';
import { openStages, STAGE_NAMES, type Stages } from './steps/open-stages.ts';

/** The longer text is four times this length. */
const BYTES = 3_000;
/** A quote is compared with its source in tables of a fixed size, which only longer texts exceed. */
const BYTES_OF_QUOTES = 30_000;
const TABLES_OF_QUOTES = 15_000_000;
const SHAPES_OF_QUOTES = [
  'the same sentence',
  'one word',
  'one sentence of clauses',
  'open links',
  'one huge table row',
  'open comments',
  'wikilinks',
  'names',
  'CJK sentences',
  'combining marks',
  'full stops',
  'entities',
];
/** The factor of steps that four times the text may cost: linear is 4, n log n about 5, quadratic 16. */
const MOST = 6.5;
/** A smaller number of steps means nothing: a table that is built once, a threshold that was crossed. */
const SMALL = 800_000;

/** Two hundred counts on a busy machine. */
const TIMEOUT_MS = 300_000;

let counter: StepCounter;
let stages: Stages;

beforeAll(async () => {
  counter = await countSteps();
  stages = await openStages();
});
afterAll(() => counter[Symbol.asyncDispose]());

describe('four times the text costs no more than six and a half times the steps', () => {
  it.each(STAGE_NAMES)(
    '%s',
    async (name) => {
      const work = stages[name];
      await work(prose(500));
      const steep: string[] = [];
      const isQuote = name.includes('quote');
      const bytes = isQuote ? BYTES_OF_QUOTES : BYTES;
      const spare = isQuote ? TABLES_OF_QUOTES : SMALL;
      const tried = Object.entries(shapes).filter(([shape]) => !isQuote || SHAPES_OF_QUOTES.includes(shape));
      for (const [shape, make] of [
        ['prose', prose] as const,
        ...everyNth(tried, 6, STAGE_NAMES.indexOf(name)),
      ]) {
        const texts = [make(bytes), make(4 * bytes)] as const;
        const short = await counter.count(() => work(texts[0]));
        const long = await counter.count(() => work(texts[1]));
        if (long > spare && long > MOST * short) steep.push(`${shape}: ${(long / short).toFixed(1)}`);
      }
      expect(steep).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

/** Notes below 64 kB are parsed without a time budget. */
const BELOW_A_BUDGET = 60_000;
/** The most expensive shape of that size compared with prose, in processor time or steps. */
const DEAREST = ['setext headings', 'percents', 'callouts', 'footnotes', 'org sections'] as const;

it.each(everyNth(DEAREST, 2))(
  'a note that is short enough to have no budget is parsed in linear time: %s',
  async (name) => {
    const parse = stages['the parser'];
    const make = shapes[name];
    if (make === undefined) throw new Error(`no such shape: ${name}`);
    const texts = [make(BELOW_A_BUDGET / 4), make(BELOW_A_BUDGET)] as const;
    await parse(prose(500));
    const short = await counter.count(() => parse(texts[0]));
    const long = await counter.count(() => parse(texts[1]));
    expect(short).toBeGreaterThan(SMALL);
    expect(long / short).toBeLessThan(MOST);
  },
  TIMEOUT_MS,
);

it('notices what grows with the square: a loop in a loop, a search from each place, a list that is shifted', async () => {
  const texts = [prose(BYTES), prose(4 * BYTES)];
  const growth = async (work: (text: string) => void): Promise<number> => {
    const [short = 0, long = 0] = [
      await counter.count(() => work(texts[0] as string)),
      await counter.count(() => work(texts[1] as string)),
    ];
    return long / short;
  };
  const { loopInLoop } = await import('./steps/loop-in-loop.ts');
  expect(await growth((text) => void loopInLoop(text.slice(0, text.length / 10)))).toBeGreaterThan(12);
  expect(await growth((text) => void fromEach(text, (at) => text.indexOf('\u0000', at)))).toBeGreaterThan(12);
  expect(await growth((text) => void fromEach(text, (at) => /\u0000/u.test(text.slice(at))))).toBeGreaterThan(
    12,
  );
  expect(
    await growth((text) => {
      const list = [...text];
      while (list.length > 0) list.shift();
    }),
  ).toBeGreaterThan(12);
  expect(await growth((text) => void text.split(' ').length)).toBeLessThan(5);
});

function fromEach(text: string, look: (at: number) => unknown): void {
  for (let at = 0; at < text.length; at++) look(at);
}
