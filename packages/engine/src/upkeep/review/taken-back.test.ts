import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fingerprint } from '@memora/core';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../memory.ts';
import { openMemory } from '../../open-memory.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const SAID = 'The pump runs at 40 bar.';
const QUESTION = 'At how many bar does the pump run?';
const OTHER = 'The hall has seven rooms.';

function note(id: string | null, text = SAID): string {
  return `${id === null ? '' : `---\nid: ${id}\n---\n`}# Works\n\n${text} ${OTHER}\n`;
}

async function idOf(memory: Memory, text: string, path?: string): Promise<string> {
  const { claims } = await memory.claims.listClaims();
  const here = claims.filter(({ notePath }) => path === undefined || notePath === path);
  const texts = await memory.readSpans(here);
  const found = here[texts.indexOf(text)];
  if (found === undefined) throw new Error(`no claim says that in ${path}`);
  return found.id;
}

/** Opens the vault, indexes it and runs an operation. Each call is a separate process. */
async function once<T>(vault: TestVault, task: (memory: Memory) => Promise<T>, env = vault.env): Promise<T> {
  await using memory = await openMemory({ vault: vault.root, env });
  await memory.index({ writeNotes: true });
  return await task(memory);
}

const answer = (vault: TestVault, env = vault.env) =>
  once(vault, async (memory) => (await memory.ask(QUESTION)).cleanText, env);

const dropIndex = (vault: TestVault) =>
  rm(join(vault.root, '.memora', 'memora.db'), { force: true }).then(() =>
    Promise.all(
      ['memora.db-wal', 'memora.db-shm'].map((file) =>
        rm(join(vault.root, '.memora', file), { force: true }),
      ),
    ),
  );

const move = async (vault: TestVault, from: string, to: string) => {
  const text = await readFile(join(vault.root, from));
  await vault.write(to, text);
  await rm(join(vault.root, from));
};

type Take = (memory: Memory, id: string) => Promise<unknown>;
const TAKES: [string, Take][] = [
  ['forgotten', (memory, id) => memory.forget(id, 'wrong')],
  ['erased', (memory, id) => memory.erase({ claim: id })],
];

/** Ways in which ids change between the decision and the next question. */
const WAYS: [string, (vault: TestVault) => Promise<void>][] = [
  ['renamed', (vault) => move(vault, 'b.md', 'renamed.md')],
  ['moved', (vault) => move(vault, 'b.md', 'deep/er/b.md')],
  [
    'moved and edited',
    async (vault) => {
      await move(vault, 'b.md', 'x/c.md');
      const text = await readFile(join(vault.root, 'x/c.md'), 'utf8');
      await vault.write('x/c.md', `${text}\nOne more line stands here now.\n`);
    },
  ],
  [
    'renamed twice',
    async (vault) => {
      await move(vault, 'b.md', 'c.md');
      await answer(vault);
      await move(vault, 'c.md', 'd.md');
    },
  ],
  ['given an id', async (vault) => vault.write('b.md', note('fresh'))],
  [
    'cut out and pasted elsewhere',
    async (vault) => {
      await vault.write('b.md', `# Works\n\n${OTHER}\n`);
      await vault.write('pasted.md', `# Pasted\n\n${SAID}\n`);
    },
  ],
];

/** One way for each act and mode; all combinations with `MEMORA_TEST_WHOLE=1`. */
const wayFor = (act: string, mode: string, id: string | null) =>
  everyNth(
    WAYS,
    6,
    TAKES.findIndex(([name]) => name === act) + (mode === 'infer' ? 1 : 0) + (id === null ? 1 : 0),
  );

for (const mode of ['autofill', 'infer'] as const) {
  for (const id of ['x', null]) {
    describe.each(TAKES)(
      `what is %s stays so, with ${mode} and ${id === null ? 'no id' : 'an id'}`,
      (act, take) => {
        it.each(wayFor(act, mode, id))(
          'where its note is %s',
          async (_way, change) => {
            await using vault = await setupVault({
              'b.md': note(id),
              '.memora/config.toml': `[frontmatter]\nmode = "${mode}"\n`,
            });
            expect(await answer(vault)).toContain('40 bar');
            await once(vault, async (memory) => take(memory, await idOf(memory, SAID)));
            expect(await answer(vault)).not.toContain('40 bar');
            await change(vault);
            expect(await answer(vault)).not.toContain('40 bar');
            await dropIndex(vault);
            expect(await answer(vault)).not.toContain('40 bar');
            expect(await readFile(join(vault.root, '_ledger.md'), 'utf8')).not.toContain('40 bar');
          },
          120_000,
        );
      },
    );
  }
}

describe.each(TAKES)('what is %s stays so where two notes bear one id', (_, take) => {
  it.each([
    ['the copy', 'b.md'],
    ['the one that bears it', 'a.md'],
  ])('and it was taken from %s', async (_name, path) => {
    await using vault = await setupVault({ 'b.md': note('x') });
    await once(vault, async () => undefined);
    // A sync conflict, or a note duplicated in an editor.
    await vault.write('a.md', note('x', 'The crane is red.'));
    const text = path === 'a.md' ? 'The crane is red.' : SAID;
    await once(vault, async (memory) => take(memory, await idOf(memory, text, path)));
    const left = path === 'a.md' ? SAID : 'The crane is red.';
    for (const drop of [false, true, true]) {
      if (drop) await dropIndex(vault);
      await once(vault, async (memory) => {
        const { claims } = await memory.claims.listClaims();
        const current = claims.filter(({ status }) => status !== 'retracted');
        const texts = await memory.readSpans(current);
        expect(texts).toContain(left);
        expect(texts).not.toContain(text);
      });
      // The two change places.
      await move(vault, 'a.md', 't.md');
      await move(vault, 'b.md', 'a.md');
      await move(vault, 't.md', 'b.md');
    }
  });

  it('and one of them goes, so that the other bears the id', async () => {
    await using vault = await setupVault({ 'a.md': note('x'), 'bb.md': note('x', 'The crane is red.') });
    await once(vault, async (memory) => take(memory, await idOf(memory, SAID, 'a.md')));
    await move(vault, 'a.md', 'zzzzzz.md');
    expect(await answer(vault)).not.toContain('40 bar');
    await dropIndex(vault);
    expect(await answer(vault)).not.toContain('40 bar');
  });
});

it('takes nothing back of a copy about which nobody decided, also once the first note is gone', async () => {
  for (const [, take] of TAKES) {
    await using vault = await setupVault({ 'a.md': `${SAID}\n`, 'b.md': `${SAID}\n` });
    await once(vault, async (memory) => take(memory, await idOf(memory, SAID, 'a.md')));
    expect(await answer(vault)).toContain('40 bar');
    await rm(join(vault.root, 'a.md'));
    expect(await answer(vault)).toContain('40 bar');
    await dropIndex(vault);
    expect(await answer(vault)).toContain('40 bar');
  }
});

it('reads entries of before, which name an id alone', async () => {
  await using vault = await setupVault({ 'a.md': note('x') });
  const id = await once(vault, (memory) => idOf(memory, SAID));
  await vault.write('_ledger.md', `- 2026-01-01T00:00:00Z forget claim:${id} : wrong\n`);
  await dropIndex(vault);
  expect(await answer(vault)).not.toContain('40 bar');
  await writeFile(join(vault.root, '_ledger.md'), '');
  expect(await answer(vault)).toContain('40 bar');
});

it('lets a claim come back when its entry is taken out, after a rename too', async () => {
  await using vault = await setupVault({ 'a.md': note(null) });
  await once(vault, async (memory) => memory.forget(await idOf(memory, SAID), 'wrong'));
  await move(vault, 'a.md', 'z.md');
  expect(await answer(vault)).not.toContain('40 bar');
  await rm(join(vault.root, '_ledger.md'));
  await once(vault, async () => undefined);
  expect(await answer(vault)).toContain('40 bar');
});

it('holds by the id alone on a machine without the key, and names the claim by nothing that can be guessed', async () => {
  await using vault = await setupVault({ 'a.md': note('x') });
  await once(vault, async (memory) => memory.forget(await idOf(memory, SAID), 'wrong'));
  await once(vault, async (memory) => memory.erase({ claim: await idOf(memory, OTHER) }));
  const ledger = await readFile(join(vault.root, '_ledger.md'), 'utf8');
  expect(ledger).toMatch(/forget claim:\w{16} fp:[0-9a-f]{8}\.[0-9a-f]{32} in:a\.md : wrong/u);
  expect(ledger).toMatch(/erase claim:\w{16} fp:[0-9a-f]{8}\.[0-9a-f]{32} in:#[0-9a-f]{8}\.[0-9a-f]{32} :/u);
  for (const text of [SAID, OTHER, 'a.md'])
    expect(ledger).not.toContain(fingerprint(new TextEncoder().encode(text)).slice(0, 16));
  const elsewhere = { ...vault.env, MEMORA_CONFIG_DIR: join(dirname(vault.root), 'other-config') };
  await dropIndex(vault);
  expect(await answer(vault, elsewhere)).not.toContain('40 bar');
  await dropIndex(vault);
  // Back in the original folder, everything is recognised by its marks again.
  await move(vault, 'a.md', 'moved.md');
  expect(await answer(vault)).not.toContain('40 bar');
});

it('keeps the grip where the whole vault is moved', async () => {
  await using vault = await setupVault({ 'a.md': note(null) });
  await once(vault, async (memory) => memory.forget(await idOf(memory, SAID), 'wrong'));
  const root = join(dirname(vault.root), 'elsewhere');
  await rename(vault.root, root);
  await rename(join(root, 'a.md'), join(root, 'q.md'));
  await rm(join(root, '.memora'), { recursive: true });
  expect(await answer({ ...vault, root })).not.toContain('40 bar');
});

it('keeps pairs that may both stand, and what was decided between them, through a rename', async () => {
  await using vault = await setupVault({
    'a.md': '---\ndate: 2026-01-01\n---\nThe price of Harbor Pro is 49 EUR a month.\n',
    'b.md': '---\ndate: 2026-01-01\n---\nThe price of Harbor Pro is 59 EUR a month.\n',
  });
  const resolutions = (memory: Memory) =>
    memory.contradictions().then((pairs) => pairs.map(({ resolution }) => resolution));
  await once(vault, async (memory) => {
    const [pair] = await memory.contradictions();
    expect(pair?.resolution).toBe('contested');
    await memory.acknowledge(pair?.id ?? '', 'two contracts');
    expect(await resolutions(memory)).toEqual(['acknowledged']);
  });
  await move(vault, 'a.md', 'old/contract.md');
  expect(await once(vault, resolutions)).toEqual(['acknowledged']);
  await dropIndex(vault);
  expect(await once(vault, resolutions)).toEqual(['acknowledged']);
  await rm(join(vault.root, '_ledger.md'));
  const winner = await once(vault, async (memory) => {
    const [pair] = await memory.contradictions();
    const wins = await idOf(memory, 'The price of Harbor Pro is 49 EUR a month.');
    await memory.resolve(pair?.id ?? '', wins, 'asked');
    return 'The price of Harbor Pro is 49 EUR a month.';
  });
  await move(vault, 'old/contract.md', 'a2.md');
  await move(vault, 'b.md', 'b2.md');
  await dropIndex(vault);
  await once(vault, async (memory) => {
    expect(await resolutions(memory)).toEqual(['superseded']);
    const { claims } = await memory.claims.listClaims({ status: ['current'], predicate: 'states' });
    expect(await memory.readSpans(claims)).toEqual([winner]);
  });
});

it('has the doctor name the files that share an id, and the one that bears it', async () => {
  await using vault = await setupVault({
    'plan.md': note('x'),
    'plan copy.md': note('x'),
    'c.md': note(null),
  });
  await once(vault, async (memory) => {
    const check = (await memory.doctor()).checks.find(({ name }) => name === 'note ids');
    expect(check).toMatchObject({ status: 'warning' });
    expect(check?.detail).toContain('plan.md has it, plan copy.md (x)');
    expect(check?.detail).not.toContain('c.md');
  });
  await rm(join(vault.root, 'plan copy.md'));
  const check = await once(vault, async (memory) =>
    (await memory.doctor()).checks.find(({ name }) => name === 'note ids'),
  );
  expect(check?.status).toBe('ok');
});

it('has the doctor name ids that differ in case or in the form of their letters alone', async () => {
  await using vault = await setupVault({
    'plan.md': note('Plan-A'),
    'other.md': note('plan-a'),
    'cafe.md': note('caf\u00e9'),
    'bar.md': note('cafe\u0301'),
    'c.md': note('third'),
  });
  const look = () =>
    once(vault, async (memory) => (await memory.doctor()).checks.find(({ name }) => name === 'note ids'));
  const check = await look();
  expect(check).toMatchObject({ status: 'warning' });
  for (const path of ['plan.md', 'other.md', 'cafe.md', 'bar.md']) expect(check?.detail).toContain(path);
  expect(check?.detail).not.toContain('c.md (third)');
  expect(check?.remedy).toContain('`id:`');
  await vault.write('other.md', note('other'));
  await rm(join(vault.root, 'bar.md'));
  expect((await look())?.status).toBe('ok');
});

describe.each(TAKES)('what is %s stays so beside a copy that a sync made', (_, take) => {
  it.each([
    ['the copy', 'note (conflict).md'],
    ['the note', 'note.md'],
    ['the second note with its id', 'other.md'],
  ])('where %s is deleted later', async (_name, deleted) => {
    await using vault = await setupVault({
      'note.md': note('x'),
      'other.md': note('x', 'The crane is red.'),
    });
    await once(vault, async (memory) => take(memory, await idOf(memory, SAID, 'note.md')));
    // The copy is made after the decision and edited on another machine.
    await vault.write('note (conflict).md', `${note('x', 'The gate is green.')}`);
    for (const drop of [false, true]) {
      if (drop) await dropIndex(vault);
      expect(await answer(vault)).not.toContain('40 bar');
    }
    await rm(join(vault.root, deleted));
    for (const drop of [false, true, false]) {
      if (drop) await dropIndex(vault);
      expect(await answer(vault)).not.toContain('40 bar');
    }
  });
});
