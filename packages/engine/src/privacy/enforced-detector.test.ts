import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadEnforcedDetector, readSourceLines } from '../answer/evidence/read-source-lines.ts';
import { openMemory } from '../open-memory.ts';
import { searchBytes } from '../testing-fixtures/search-bytes.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTE =
  '# Ida\n\nIda likes tea.\n\nHer IBAN is DE89 3704 0044 0532 0130 00.\n\nThe password of the harbour wifi is Zebra-Quilt-77!\n\nIda has diabetes.\n';
const ENFORCE = '[privacy]\ndetector = "enforce"\n';
const WORDS = ['Quilt-77', '0532 0130', 'diabetes'];

it('stores and shows nothing readable of what an enforced detector finds', async () => {
  await using vault = await setupVault({ 'ida.md': NOTE, '.memora/config.toml': ENFORCE });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const { claims } = await memory.claims.listClaims();
  expect(claims.map(({ band }) => band).toSorted()).toEqual(['private', 'secret', 'secret', 'secret']);
  expect(await searchBytes(join(vault.root, '.memora'), { words: [...WORDS, 'quilt'] })).toEqual([]);
  // Any four digits occur in some hash by chance. If a number was indexed word by word, all of its groups
  // would occur.
  const groups = await searchBytes(join(vault.root, '.memora'), { words: ['3704', '0044', '0532', '0130'] });
  expect(groups.length).toBeLessThan(4);
  const { prompt } = await memory.prompt('What is the password of the harbour wifi?', {
    place: 'cloud-model',
  });
  for (const word of WORDS) expect(prompt).not.toContain(word);
  const audit = await memory.audit();
  expect(audit.secret).toMatchObject([
    { note: 'ida.md', reason: 'detector', spans: [{ line: 5 }, { line: 7 }, { line: 9 }] },
  ]);
  expect(audit.suggestions).toEqual([]);
  await using other = await openMemory({ vault: vault.root, env: vault.env });
  expect((await other.index()).report).toMatchObject({ changed: 0, unchanged: 1 });
});

it('re-bands every note when the detector is turned on, and never loosens what was marked', async () => {
  await using vault = await setupVault({
    'ida.md': `${NOTE}\n<!--privacy:secret-->Ida sings zanzibar.<!--/privacy-->\n`,
  });
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    expect(await memory.claims.countClaims({ bands: ['secret'] })).toBe(1);
  }
  await vault.write('.memora/config.toml', ENFORCE);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  // Not even before the next indexing run.
  const { hits } = await memory.query('password of the harbour wifi', { bands: ['public', 'private'] });
  for (const word of WORDS) expect(JSON.stringify(hits)).not.toContain(word);
  await memory.index();
  expect(await memory.claims.countClaims({ bands: ['secret'] })).toBe(4);
  expect(await searchBytes(join(vault.root, '.memora'), { words: [...WORDS, 'zanzibar'] })).toEqual([]);
});

it('keeps from a cloud what a title gives away, and takes a failing rule for a secret', async () => {
  await using vault = await setupVault({
    'a.md': '---\ntitle: Password is Zebra-Quilt-77!\n---\nIt opens the gate.\n',
    '.memora/config.toml': ENFORCE,
  });
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  expect((await memory.claims.listClaims()).claims.map(({ band }) => band)).not.toContain('private');
  expect(await searchBytes(join(vault.root, '.memora'), { words: ['quilt'] })).toEqual([]);
});

it('stars in source lines what an enforced detector finds around a span', async () => {
  await loadEnforcedDetector();
  const text = 'Ida likes tea. Her IBAN is DE89 3704 0044 0532 0130 00.';
  const span = { start: 0, end: 14 };
  const shown = await readSourceLines(Buffer.from(text), span, { detector: 'enforce' });
  expect(shown?.text).toMatch(/^Ida likes tea\. Her IBAN is \*+\.$/u);
  expect((await readSourceLines(Buffer.from(text), span))?.text).toBe(text);
});
