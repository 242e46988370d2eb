import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

/** Each live edge as `from's words -type-> to's words`. */
async function edgesInWords(vault: TestVault): Promise<string[]> {
  const claims = new Map((await vault.claims()).map((claim) => [claim.id, claim]));
  const words = (id: string): string => {
    const claim = claims.get(id as never);
    if (claim === undefined) return 'gone';
    return vault.read(claim.notePath).subarray(claim.span.start, claim.span.end).toString();
  };
  const edges = await vault.store.edges();
  return edges
    .map(({ from, to, type, weight }) => {
      const ends = [words(from), words(to)];
      const [a, b] = type === 'co_occurs' ? ends.sort() : ends;
      return `${a} -${type}${weight === 1 ? '' : ` ${weight}`}-> ${b}`;
    })
    .sort();
}

const OUTAGE = 'The outage took the queue down for two hours.\n';

it.each([
  [
    'The cache was added because of [[outage]].',
    'The outage took the queue down for two hours. -caused-> The cache was added because of [[outage]].',
  ],
  [
    'The slow disk led to [[outage]].',
    'The slow disk led to [[outage]]. -caused-> The outage took the queue down for two hours.',
  ],
  [
    'Lesson learned from [[outage]]: alarms need owners.',
    'Lesson learned from [[outage]]: alarms need owners. -learned_from-> The outage took the queue down for two hours.',
  ],
  [
    'The retry limit applies to [[outage|that night]].',
    'The retry limit applies to [[outage|that night]]. -applies_to-> The outage took the queue down for two hours.',
  ],
  [
    'The rollout rests on [[outage]].',
    'The rollout rests on [[outage]]. -depends_on-> The outage took the queue down for two hours.',
  ],
  [
    'Incident:: [[outage]]',
    'Incident:: [[outage]] -relates_to-> The outage took the queue down for two hours.',
  ],
  [
    'Ana wrote about [[outage]] in her report.',
    'The outage took the queue down for two hours. -mentioned_in-> Ana wrote about [[outage]] in her report.',
  ],
])('reads from the words before a link what it says: %s', async (sentence, edge) => {
  await using vault = await setupVault({ 'outage.md': OUTAGE, 'a.md': `${sentence}\n` });
  await vault.index();
  expect(await edgesInWords(vault)).toEqual([edge]);
  vault.remove('outage.md');
  await vault.index();
  expect(await vault.store.edges()).toEqual([]);
  vault.write('outage.md', OUTAGE);
  await vault.index();
  expect(await edgesInWords(vault)).toEqual([edge]);
});

it('says nothing of a link that leads nowhere, or to the note itself', async () => {
  await using vault = await setupVault({ 'a.md': 'The cache was added because of [[a]] and [[nowhere]].\n' });
  await vault.index();
  expect(await vault.store.edges()).toEqual([]);
});

it('links two notes that others name together, and not those that one list names', async () => {
  const notes = {
    'redis.md': 'Redis keeps its data in memory.\n',
    'kafka.md': 'Kafka keeps a log of messages.\n',
    'one.md': 'Orion runs [[redis]] beside [[kafka]] in one rack.\n',
    'two.md': 'Vega moved [[redis]] and [[kafka]] to the new cluster.\n',
    'three.md': 'Lyra runs [[redis]] alone.\n',
  };
  await using vault = await setupVault(notes);
  await vault.index();
  const beside = async () => (await vault.store.edges({ types: ['co_occurs'] })).map(({ weight }) => weight);
  expect(await beside()).toEqual([2]);
  vault.write('two.md', 'Vega moved [[redis]] to the new cluster.\n');
  await vault.index();
  expect(await beside()).toEqual([]);
  vault.write('three.md', 'Lyra runs [[redis]] and [[kafka]].\n');
  await vault.index();
  expect(await beside()).toEqual([2]);
});

it('links nothing to a note that most notes name', async () => {
  const notes = {
    'redis.md': 'Redis keeps its data in memory.\n',
    'kafka.md': 'Kafka keeps a log of messages.\n',
    'n1.md': 'Orion runs [[redis]] beside [[kafka]] in one rack.\n',
    'n2.md': 'Vega moved [[redis]] and [[kafka]] to the new cluster.\n',
  };
  const others = Array.from({ length: 63 }, (_, i) => [
    `n${i + 3}.md`,
    `Lyra runs [[redis]] in rack ${i}.\n`,
  ]);
  await using vault = await setupVault({ ...notes, ...Object.fromEntries(others) });
  await vault.index();
  expect(await vault.store.edges({ types: ['co_occurs'] })).toEqual([]);
});

const NAMES = ['ada', 'bob', 'cleo', 'dan'];
const LINES = NAMES.flatMap((name) => [
  `The plan rests on [[${name}]].`,
  `It was changed because of [[${name}]].`,
  `Minutes mention [[${name}]] twice.`,
]);
const vaultOf = fc.array(fc.subarray(LINES, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 4 });

it('gives the same edges in whatever order the notes come and change', async () => {
  await fc.assert(
    fc.asyncProperty(vaultOf, vaultOf, fc.boolean(), async (before, after, isReversed) => {
      const text = (i: number, lines: readonly string[]) =>
        `${NAMES[i]} is note number ${i}.\n\n${lines.join('\n\n')}\n`;
      const files = after.map((lines, i) => [`${NAMES[i]}.md`, text(i, lines)] as const);
      await using once = await setupVault(Object.fromEntries(files));
      await once.index();
      await using stepwise = await setupVault({});
      for (const [i, lines] of before.entries()) stepwise.write(`${NAMES[i]}.md`, text(i, lines));
      await stepwise.index();
      for (const [path, body] of isReversed ? files.toReversed() : files) {
        stepwise.write(path, body);
        await stepwise.index();
      }
      // By words, because a sentence that moved to another note keeps its id.
      expect(await edgesInWords(stepwise)).toEqual(await edgesInWords(once));
    }),
    { numRuns: sampleOf(15) },
  );
});
