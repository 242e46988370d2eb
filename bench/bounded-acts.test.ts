import { countSteps, type StepCounter } from '@memora/testing-fixtures/count-steps';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prose, shapes } from './hostile-runs/shapes.ts';
import { ACT_NAMES, openActs } from './steps/open-acts.ts';

/**
 * What is done with a vault after it was indexed: the other stages are in `bounded-steps.test.ts`. The longer note is four times this.
 */
const BYTES = 3_000;
/** A claim may stand against 64 others, and a line shows some kilobytes of it: until there, what four times the text costs is up to ten times as much. Quadratic is 16. */
const MOST = 11;
/** An answer weighs 150 passages at the most: a note that has fewer tells nothing of how that grows, so that much is what it may cost. */
const SMALL = { 'an answer': 40_000_000 } as Readonly<Record<string, number | undefined>>;
const SMALL_OF_OTHERS = 1_200_000;
/** Those that were dear to one of the acts, or are to an index. */
const SHAPES = [
  'the same sentence',
  'the same list item',
  'contradictions on one subject',
  'statements and their opposites',
  'one huge table row',
  'wikilinks',
  'references without definitions',
  'CJK sentences',
] as const;
const TIMEOUT_MS = 300_000;

let counter: StepCounter;

const countActs = async (text: string): Promise<readonly number[]> => {
  await using place = await openActs(text);
  const counts: number[] = [];
  for (const name of ACT_NAMES) {
    // What ran since the last count is not the act's.
    await counter.count(() => undefined);
    counts.push(await counter.count(place.acts[name]));
  }
  return counts;
};

beforeAll(async () => {
  counter = await countSteps();
  // Loads what is loaded for the first of each.
  await countActs(prose(800));
}, TIMEOUT_MS);
afterAll(() => counter[Symbol.asyncDispose]());

it.each(everyNth(SHAPES, 4, 1))(
  'report, pages, challenger, scanner, questions, checks and audit cost what the text is: %s',
  async (shape) => {
    const make = shapes[shape];
    if (make === undefined) throw new Error(`no such shape: ${shape}`);
    const [short, long] = [await countActs(make(BYTES)), await countActs(make(4 * BYTES))];
    const steep = ACT_NAMES.flatMap((name, i) => {
      const [a, b] = [short[i] ?? 0, long[i] ?? 0];
      return b > (SMALL[name] ?? SMALL_OF_OTHERS) && b > MOST * a ? [`${name}: ${(b / a).toFixed(1)}`] : [];
    });
    expect(steep).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'a report of a note that is one line costs what the line is, not what its claims are times the line',
  async () => {
    const report = ACT_NAMES.indexOf('the report');
    const line = shapes['the same sentence'] as (bytes: number) => string;
    const [short = 0, long = 0] = [
      (await countActs(line(10_000)))[report],
      (await countActs(line(40_000)))[report],
    ];
    expect(long / short).toBeLessThan(6.5);
  },
  TIMEOUT_MS,
);
