import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hit } from '@memora/retrieval';
import { expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { readPages } from '../testing-fixtures/read-pages.ts';
import { searchBytes } from '../testing-fixtures/search-bytes.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'deals/ida.md': '# Quetzal deal\n\nIda sold the zanzibar to Bo. The budget of Ida is 30 xylographs.\n',
  'deals/budget.md': '# Budget\n\nThe budget of Ida is 40 xylographs. We decided to sell the marimba.\n',
  'open/tea.md': '---\nprivacy: public\n---\n# Tea\n\nBo likes tea. Bo sails a boat.\n',
};
const WORDS = ['zanzibar', 'xylograph', 'marimba', 'quetzal'];

/** What an interface may show: it redacts claims that have become secret. */
function shownOf(said: {
  readonly hits: readonly Hit[];
  readonly cleanText?: string;
  readonly draft?: string;
}): string {
  const { hits, cleanText, draft } = said;
  return JSON.stringify({ cleanText, draft, open: hits.filter(({ claim }) => claim.band !== 'secret') });
}

it('takes everything derived along where all notes become secret by a setting: database, pages, runs, backups', async () => {
  await using vault = await setupVault(NOTES);
  const copies = [join(vault.root, '.memora', 'copy.db'), join(vault.root, '..', 'copies', 'copy.db')];
  await vault.write('../copies/.keep', '');
  await vault.write('../config/config.toml', '[consolidation]\npages = "folder"\n');
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    await memory.consolidate();
    await memory.challenge();
    await memory.ask('What did Ida sell?');
    for (const copy of copies) await memory.backup(copy);
  }
  expect(await searchBytes(join(vault.root, '.memora'), { words: WORDS })).not.toEqual([]);
  await vault.write(
    '../config/config.toml',
    '[consolidation]\npages = "folder"\n[privacy]\ndefault_note_privacy = "secret"\n',
  );
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  // Nothing of it is shown, even before the next index.
  const before = await memory.ask('What did Ida sell?');
  expect(shownOf(before)).not.toMatch(/zanzibar|xylograph|marimba|quetzal/i);
  await memory.index();
  const { claims } = await memory.claims.listClaims();
  expect(
    claims.filter(({ notePath }) => notePath.startsWith('deals/')).map(({ band }) => band),
  ).not.toContain('private');
  expect(await searchBytes(join(vault.root, '.memora'), { words: WORDS })).toEqual([]);
  expect(await searchBytes(join(vault.root, '..', 'copies'), { words: WORDS })).toEqual([]);
  for (const [path, text] of await readPages(vault.root))
    expect([path, WORDS.filter((word) => text.toLowerCase().includes(word))]).toEqual([path, []]);
  expect((await memory.ask('What does Bo like?')).cleanText).toContain('tea');
});

it('shows nothing of a note that is too long to be read any more, whatever it marks by now', async () => {
  await using vault = await setupVault({ ...NOTES, 'a.md': '# Ida\n\nIda hides the okapi in Umea.\n' });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const path = join(vault.root, 'a.md');
  expect((await memory.ask('What does Ida hide?')).cleanText).toContain('okapi');
  await vault.write('a.md', '# Ida\n\n<!--privacy:secret-->Ida hides the okapi in Umea.<!--/privacy-->\n\n');
  await appendFile(path, 'x'.repeat(17 * 1024 * 1024));
  expect((await stat(path)).size).toBeGreaterThan(16 * 1024 * 1024);
  for (const round of ['before the next index', 'after it']) {
    if (round === 'after it') await memory.index();
    const told = [
      shownOf(await memory.query('What does Ida hide?')),
      shownOf(await memory.ask('What does Ida hide?')),
      await memory.claims.listClaims({ bands: ['public', 'private'] }),
      [...(await memory.evidence((await memory.claims.listClaims()).claims)).values()],
    ];
    expect([round, /okapi/i.test(JSON.stringify(told))]).toEqual([round, false]);
  }
  expect((await memory.audit()).unread).toContainEqual(
    expect.objectContaining({ path: 'a.md', why: 'too-large' }),
  );
  expect((await memory.doctor()).checks.find(({ name }) => name === 'notes')?.status).toBe('fault');
  expect((await readFile(path)).subarray(0, 5).toString()).toBe('# Ida');
});
