import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, diversify, diversifyAbove } from './diversify.ts';
import { fuseScores, type RankedList } from './fuse-scores.ts';

const scores = fc
  .uniqueArray(fc.tuple(fc.nat(30), fc.double({ min: -1, max: 20, noNaN: true })), {
    selector: ([key]) => key,
    maxLength: 15,
  })
  .map((pairs) => new Map(pairs));
const lists = fc
  .tuple(scores, scores, scores)
  .map((all): RankedList[] =>
    all.map((each, i) => ({ name: `leg${i}`, weight: [0.6, 0.3, 0.1][i] as number, scores: each })),
  );
const sorted = (fused: Map<number, number>) => [...fused].sort(([a], [b]) => a - b);

describe('fusion', () => {
  test('does not depend on the order of the lists or of their keys', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const shuffled = [...all]
          .reverse()
          .map((list) => ({ ...list, scores: new Map([...list.scores].reverse()) }));
        expect(sorted(fuseScores(shuffled))).toEqual(sorted(fuseScores(all)));
      }),
    );
  });

  test('is monotone: a key that is at least as good in every list is at least as good fused', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const fused = fuseScores(all);
        const at = (list: RankedList, key: number) => list.scores.get(key) ?? Number.NEGATIVE_INFINITY;
        for (const a of fused.keys()) {
          for (const b of fused.keys()) {
            if (all.every((list) => at(list, a) >= at(list, b))) {
              expect(fused.get(a)).toBeGreaterThanOrEqual((fused.get(b) ?? 0) - 1e-9);
            }
          }
        }
      }),
    );
  });

  test('lies between 0 and 1, and a leg of weight 0 changes no order', () => {
    fc.assert(
      fc.property(scores, scores, (a, b) => {
        const fused = fuseScores([
          { name: 'a', weight: 1, scores: a },
          { name: 'b', weight: 0, scores: b },
        ]);
        const alone = fuseScores([{ name: 'a', weight: 1, scores: a }]);
        for (const score of fused.values()) expect(score).toBeGreaterThanOrEqual(0);
        for (const score of fused.values()) expect(score).toBeLessThanOrEqual(1 + 1e-9);
        for (const [key, score] of alone) expect(fused.get(key)).toBeCloseTo(score, 9);
      }),
    );
  });
});

describe('diversity', () => {
  const candidates = fc
    .uniqueArray(
      fc.record({
        key: fc.nat(100),
        score: fc.double({ min: 0.01, max: 1, noNaN: true }),
        said: fc.option(fc.nat(5)),
      }),
      { selector: ({ key }) => key },
    )
    .map((items): Candidate[] => items.map((item) => ({ ...item, id: String(item.key).padStart(4, '0') })));

  test('fills the list whenever there are facts enough, best first, and never says one twice', () => {
    fc.assert(
      fc.property(candidates, fc.nat(10), (items, k) => {
        const chosen = diversify(items, k);
        const facts = new Set(items.map(({ key, said }) => said ?? `own ${key}`)).size;
        expect(chosen).toHaveLength(Math.min(k, facts));
        expect(new Set(chosen.map(({ key, said }) => said ?? `own ${key}`)).size).toBe(chosen.length);
        expect(diversify([...items].reverse(), k)).toEqual(chosen);
      }),
    );
  });

  test('what is worth less than all that are chosen need not be there', () => {
    let known = 0;
    fc.assert(
      fc.property(
        candidates,
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 0.6, noNaN: true }),
        (items, k, least) => {
          const above = items.filter(({ score }) => score > least);
          const chosen = diversifyAbove(above, k, least);
          if (chosen !== null) {
            expect(chosen).toEqual(diversify(items, k));
            known++;
          }
        },
      ),
    );
    expect(known).toBeGreaterThan(0);
  });

  test('what falls to others by what stands above it is not told without them', () => {
    const repeated = Array.from(
      { length: 4 },
      (_, i): Candidate => ({ key: i, id: String(i), score: 0.5, said: null, text: 0 }),
    );
    expect(diversifyAbove(repeated, 2, 0.3)).not.toBeNull();
    expect(diversifyAbove(repeated, 4, 0.3)).toBeNull();
    expect(diversifyAbove(repeated, 5, 0.1)).toBeNull();
  });

  const inPassages = Array.from(
    { length: 6 },
    (_, i): Candidate => ({ key: i, id: String(i), score: 1 - i / 100, said: null, passage: i < 2 ? 1 : i }),
  );
  const keys = (items: readonly Candidate[]) => items.map(({ key }) => key);

  test('a passage that is found as a whole does not hide the next ones', () => {
    expect(keys(diversify(inPassages, 6, { passageDecay: 0.9 }))).toEqual([0, 2, 3, 4, 5, 1]);
    expect(keys(diversify(inPassages, 4))).toEqual([0, 2, 3, 4]);
  });

  test('a sentence that many notes repeat is told, and then what else there is', () => {
    const items = Array.from(
      { length: 8 },
      (_, i): Candidate => ({
        key: i,
        id: String(i),
        score: i < 6 ? 0.9 : 0.6,
        said: null,
        ...(i < 6 && { text: 0 }),
      }),
    );
    expect(keys(diversify(items, 4))).toEqual([0, 1, 6, 7]);
    expect(keys(diversify(items, 4, { textDecay: 1 }))).toEqual([0, 1, 2, 3]);
  });
});
