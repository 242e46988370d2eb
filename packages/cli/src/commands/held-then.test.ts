import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

/** An employer, a host that changed, and an unrelated person who also works. */
const NOTES = {
  'people/Ines.md': '# Ines\n\nInes likes tea.\n',
  'daily/2025-02-10.md': '# 2025-02-10\n\nInes works at Stripe.\n',
  'daily/2025-02-11.md': '# 2025-02-11\n\nTomas works for Brightside.\n',
  'daily/2025-09-01.md': '# 2025-09-01\n\nInes works at Lumen.\n',
  '2025-01-05/Atlas.md': '---\ndate: 2025-01-05\nhost: Porto\n---\n# Atlas\n',
  '2025-01-05/plan.md': '---\ntitle: Atlas\ndate: 2025-06-20\nhost: Ghent\n---\n# Atlas\n',
  'talk.md': '---\ndate: 2025-03-01\n---\n# Talk\n\nInes gives a talk at Berlin on 3 May 2025.\n',
};

interface Reply {
  readonly held?: readonly {
    readonly source_text: string;
    readonly replaced_by: readonly { readonly object: string; readonly valid_from: string }[];
  }[];
}

it('shows what held of whom a question names, and what has replaced it since, with dates', async () => {
  await using vault = await setupVault(NOTES);
  await vault.run(['index', '--no-write']);
  const ask = (...argv: string[]) => vault.json<Reply>(['query', ...argv]);
  const { held: ofInes } = await ask('Where did Ines work in March 2025?');
  expect(JSON.stringify(ofInes)).toContain('Stripe');
  expect(JSON.stringify(ofInes)).not.toMatch(/Brightside|Lumen/u);
  const { held } = await ask('What is the host of Atlas?', '--as-of', '2025-03-01');
  expect(held?.[0]?.replaced_by.map(({ object, valid_from }) => [object, valid_from])).toEqual([
    ['Ghent', '2025-06-20'],
  ]);
  const { stdout } = await vault.run(['query', 'What is the host of Atlas?', '--as-of', '2025-03-01']);
  expect(stdout).toContain('Held on 2025-03-01');
  expect(stdout).toContain('since 2025-06-20 instead:');
});

it('takes a day that a note mentions for no beginning, and shows nothing of what nobody named', async () => {
  await using vault = await setupVault(NOTES);
  await vault.run(['index', '--no-write']);
  const ask = (...argv: string[]) => vault.json<Reply>(['query', ...argv]);
  const { held } = await ask('Where does Ines give a talk?', '--as-of', '2025-03-15');
  expect(JSON.stringify(held)).toContain('Berlin');
  expect((await ask('Who is the president?', '--as-of', '2025-03-15')).held).toBeUndefined();
});
