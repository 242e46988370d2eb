import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRetriever } from '../create-retriever.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { namesIn } from './find-entity-steps.ts';
import { type ActivatedClaim, spreadActivation } from './spread-activation.ts';

const everybody = { has: () => true };
const graph = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 40 });
const seeds = fc.uniqueArray(
  fc.record({ key: fc.nat(11), score: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  {
    selector: ({ key }) => key,
    minLength: 1,
    maxLength: 6,
  },
);
const spread = async (
  edges: readonly (readonly [number, number])[],
  from: readonly { key: number; score: number }[],
  see: (keys: readonly number[]) => { has: (key: number) => boolean } = () => everybody,
): Promise<ActivatedClaim[]> => {
  const find = async (keys: readonly number[]) =>
    edges.filter(([a]) => keys.includes(a)).map(([a, b]) => ({ from: a, to: b, strength: 1 }));
  return [...(await spreadActivation(from, [find], see)).values()].sort((a, b) => a.key - b.key);
};

describe('activation', () => {
  test('does not depend on the order of what the question found', async () => {
    await fc.assert(
      fc.asyncProperty(graph, seeds, async (edges, from) => {
        expect(await spread(edges, [...from].reverse())).toEqual(await spread(edges, from));
      }),
    );
  });

  test('goes over steps that are there, loses some at each, and comes from a seed', async () => {
    await fc.assert(
      fc.asyncProperty(graph, seeds, async (edges, from) => {
        for (const { key, path, activation } of await spread(edges, from)) {
          const seed = from.find((each) => each.key === path[0]);
          expect(path.at(-1)).toBe(key);
          expect(activation).toBeLessThan(seed?.score ?? 0);
          for (let i = 1; i < path.length; i++)
            expect(edges).toContainEqual([path[i - 1] as number, path[i] as number]);
        }
      }),
    );
  });

  test('passes through nothing that may not be seen', async () => {
    await fc.assert(
      fc.asyncProperty(graph, seeds, fc.nat(11), async (edges, from, hidden) => {
        fc.pre(from.every(({ key }) => key !== hidden));
        const see = () => ({ has: (key: number) => key !== hidden });
        for (const { path } of await spread(edges, from, see)) expect(path).not.toContain(hidden);
      }),
    );
  });
});

describe('names in a text', () => {
  test('are words that begin with a capital, and any words next to each other, ended by punctuation', () => {
    const names = namesIn('Kestrel is owned by Maren Holt. Ines agreed.');
    expect(names).toEqual(expect.arrayContaining(['kestrel', 'maren', 'holt', 'maren holt', 'ines']));
    expect(names).toEqual(expect.arrayContaining(['owned by', 'is owned by maren']));
    for (const none of ['owned', 'by', 'holt ines', 'maren holt ines']) expect(names).not.toContain(none);
  });

  test('are found at the end of a long sentence, and not in links', () => {
    const words = Array.from(
      { length: 44 },
      (_, i) => `${'abcdefghijklmnopqrstuvwxyz'[i % 26]}${'aeiou'[i % 5]}x`,
    );
    const long = `${words.join(' ')} Kestrel is owned by Priya Tanaka.`;
    expect(namesIn(long)).toEqual(expect.arrayContaining(['kestrel', 'priya tanaka']));
    expect(namesIn('The tractor wants what [[ripe pears]] need.')).not.toContain('ripe pears');
  });
});

describe('a question whose answer stands in another note', () => {
  const people = Object.fromEntries(
    ['Maren Holt', 'Tomas Reyes', 'Leila Varga', 'Bruno Moreau', 'Priya Tanaka', 'Jonas Petrov'].map(
      (name, i) => [
        `people/${name}.md`,
        `# ${name}\n\n${name} lives in ${['Aarhus', 'Brno', 'Cork', 'Delft', 'Espoo', 'Faro'][i]}.\n`,
      ],
    ),
  );
  const ask = { k: 3 };
  const question = 'where does the person responsible for Kestrel live';

  test.each([
    ['a link', 'Kestrel is owned by [[Priya Tanaka]].'],
    ['a name without brackets', 'Kestrel is owned by Priya Tanaka.'],
    ['a name without capitals', 'Kestrel is owned by priya tanaka.'],
  ])('is answered over %s, with the way there, behind what the question found itself', async (_, line) => {
    await using v = await setupVault({ ...people, 'kestrel.md': `# Kestrel\n\n${line}\n` });
    const { hits } = await createRetriever({ store: v.store }).query(question, ask);
    const [first, second] = hits;
    expect(first?.claim.notePath).toBe('kestrel.md');
    expect(second?.snippet).toMatch(/Priya Tanaka lives in Espoo/);
    expect(second?.why.legs).toContain('graph');
    const words = createRetriever({ store: v.store, graph: false });
    const alone = (await words.query('Kestrel', ask)).hits;
    const withGraph = (await createRetriever({ store: v.store }).query('Kestrel', ask)).hits;
    expect(withGraph[0]).toEqual(alone[0]);
    const reached = withGraph.find(({ why }) => why.path);
    expect(reached?.why.path).toEqual([alone[0]?.claim.id, reached?.claim.id]);
    expect(reached?.why.legs).toEqual(['graph']);
  });

  test('is not answered over a claim that may not be shown, nor from another region', async () => {
    await using v = await setupVault({
      ...people,
      'kestrel.md': '---\nprivacy: private\n---\n# Kestrel\n\nKestrel is owned by [[Priya Tanaka]].\n',
      'people/Priya Tanaka.md': '---\nprivacy: public\n---\n# Priya Tanaka\n\nPriya Tanaka lives in Espoo.\n',
    });
    const retriever = createRetriever({ store: v.store });
    const open = await retriever.query('Kestrel', { k: 3, bands: ['public'] });
    expect(open.hits).toEqual([]);
    const region = await retriever.query('Kestrel', { k: 3, region: 'people' });
    expect(region.hits).toEqual([]);
    expect((await retriever.query('Kestrel', { k: 3 })).hits).toHaveLength(2);
  });

  test('leaves a question that names its note as it was', async () => {
    await using v = await setupVault({
      ...people,
      'kestrel.md': '# Kestrel\n\nKestrel is owned by [[Priya Tanaka]].\n',
    });
    const first = async (graph: false | undefined) =>
      (
        await createRetriever({ store: v.store, ...(graph === false ? { graph } : {}) }).query(
          'where does Tomas Reyes live',
          { k: 1 },
        )
      ).hits[0]?.claim.id;
    expect(await first(undefined)).toBe(await first(false));
  });
});
