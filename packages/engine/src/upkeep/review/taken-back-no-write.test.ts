import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../memory.ts';
import { openMemory } from '../../open-memory.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const OLD = 'The price of Harbor Pro is 49 EUR a month.';
const NEW = 'The price of Harbor Pro is 59 EUR a month.';

/**
 * Opens the vault, indexes it without writing a note, and runs an operation. Each call is a separate process.
 */
async function once<T>(vault: TestVault, task: (memory: Memory) => Promise<T>): Promise<T> {
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index({ writeNotes: false });
  return await task(memory);
}

async function idOf(memory: Memory, text: string, path?: string): Promise<string> {
  const { claims } = await memory.claims.listClaims();
  const here = claims.filter(({ notePath }) => path === undefined || notePath === path);
  const texts = await memory.readSpans(here);
  const found = here[texts.findIndex((each) => each?.includes(text) === true)];
  if (found === undefined) throw new Error('no claim says that');
  return found.id;
}

/** The state of everything by words instead of ids, because ids change with a move. */
const standing = (vault: TestVault) =>
  once(vault, async (memory) => {
    const { claims } = await memory.claims.listClaims();
    const texts = await memory.readSpans(claims);
    const pairs = await memory.contradictions();
    const said = new Map(claims.map(({ id }, i) => [id, texts[i]]));
    const { items } = await memory.challenge({ dryRun: true });
    return {
      claims: claims.map(({ status }, i) => `${texts[i]} ${status}`).sort(),
      pairs: pairs.map(({ resolution, newer, older }) => [
        resolution,
        [said.get(newer.id), said.get(older.id)].sort(),
      ]),
      stale: (await memory.readSpans((await memory.stale()).map(({ claim }) => claim))).sort(),
      open: items.filter(({ acknowledged }) => !acknowledged).map(({ kind }) => kind),
    };
  });

const NOTES = {
  'one.md': `---\ndate: 2026-01-01\n---\n# One\n\n${OLD} The hall has seven rooms.\n`,
  'two.md': `---\ndate: 2026-01-01\n---\n# Two\n\n${NEW} Who pays for it?\n`,
};

const pairOf = async (memory: Memory) => (await memory.contradictions())[0]?.id ?? '';
type Decide = (vault: TestVault) => Promise<unknown>;
const DECISIONS: [string, Decide][] = [
  ['forgets', (vault) => once(vault, async (memory) => memory.forget(await idOf(memory, OLD), 'wrong'))],
  ['erases', (vault) => once(vault, async (memory) => memory.erase({ claim: await idOf(memory, OLD) }))],
  [
    'acknowledges',
    (vault) => once(vault, async (memory) => memory.acknowledge(await pairOf(memory), 'both')),
  ],
  [
    'resolves',
    (vault) =>
      once(vault, async (memory) => memory.resolve(await pairOf(memory), await idOf(memory, OLD), 'asked')),
  ],
  [
    'acknowledges an item',
    (vault) =>
      once(vault, async (memory) => {
        const { items } = await memory.challenge({ dryRun: true });
        await memory.acknowledge(items.find(({ kind }) => kind === 'open_question')?.id ?? '', 'seen');
      }),
  ],
  [
    'revalidates',
    async (vault) => {
      // A dependency is named by its words, so that a move does not change it.
      await vault.write('low.md', '---\ndate: 2026-02-01\n---\n# Plan\n\nThe plan depends on [[One]].\n');
      await once(vault, async (memory) => memory.forget(await idOf(memory, OLD), 'wrong'));
      await once(vault, async (memory) => {
        const [stale] = await memory.stale();
        await memory.revalidate(stale?.claim.id ?? '', 'looked at');
      });
    },
  ],
];

const move = async (vault: TestVault, from: string, to: string) => {
  const text = await readFile(join(vault.root, from));
  await rm(join(vault.root, from));
  await vault.write(to, text);
};

type Way = (vault: TestVault) => Promise<void>;
const WAYS: [string, Way][] = [
  [
    'both notes are renamed',
    async (vault) => {
      await move(vault, 'one.md', 'x1.md');
      await move(vault, 'two.md', 'x2.md');
    },
  ],
  [
    'both are moved, with an index between',
    async (vault) => {
      await move(vault, 'one.md', 'deep/one.md');
      await standing(vault);
      await move(vault, 'two.md', 'deep/er/two.md');
    },
  ],
  [
    'they change places',
    async (vault) => {
      await move(vault, 'one.md', 't.md');
      await move(vault, 'two.md', 'one.md');
      await move(vault, 't.md', 'two.md');
    },
  ],
  [
    'a note with the id of the path comes beside the moved one',
    async (vault) => {
      await move(vault, 'one.md', 'deep/one.md');
      await vault.write('one.md', '# Other\n\nThe crane is red.\n');
    },
  ],
];

/** Half of the ways for each decision, and the other half for the next one. */
const CASES = DECISIONS.map(([name, decide], i) => [name, decide, everyNth(WAYS, 2, i)] as const);

describe.each(CASES)('what one %s holds without a written note', (_, decide, ways) => {
  it.each(ways)(
    'where %s',
    async (_way, change) => {
      await using vault = await setupVault({ ...NOTES });
      const before = await standing(vault);
      await decide(vault);
      const decided = await standing(vault);
      expect(decided).not.toEqual(before);
      await change(vault);
      const others = ({ claims, ...rest }: typeof decided) => ({
        ...rest,
        claims: claims.filter((claim) => !/crane|^Other/u.test(claim)),
      });
      expect(others(await standing(vault))).toEqual(decided);
      await rm(join(vault.root, '.memora'), { recursive: true });
      expect(others(await standing(vault))).toEqual(decided);
      for (const path of ['x1.md', 'deep/one.md', 'two.md'])
        expect(await readFile(join(vault.root, path), 'utf8').catch(() => '')).not.toContain('id:');
    },
    120_000,
  );
});
