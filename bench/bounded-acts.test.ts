import { countSteps, type StepCounter } from '@memora/testing-fixtures/count-steps';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prose, shapes } from './hostile-runs/shapes.ts';
import { ACT_NAMES, openActs } from './steps/open-acts.ts';

/**
 * Operations on a vault after it was indexed; the other stages are in `bounded-steps.test.ts`. The longer note is four times this length.
 */
const BYTES = 3_000;
/**
 * A claim may contradict 64 others, and a line shows some kilobytes of it. Below these limits, four times the
 * text may cost up to ten times as much. Quadratic would be 16.
 */
const MOST = 11;
/** An answer weighs at most 150 passages, so a note with fewer shows nothing about growth and may cost this much. */
const SMALL = { 'an answer': 40_000_000 } as Readonly<Record<string, number | undefined>>;
const SMALL_OF_OTHERS = 1_200_000;
/** The shapes that were expensive for one of the operations or for an index. */
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
    // Steps since the last count do not belong to the operation.
    await counter.count(() => undefined);
    counts.push(await counter.count(place.acts[name]));
  }
  return counts;
};

beforeAll(async () => {
  counter = await countSteps();
  // Loads everything that the first run of each would load.
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
