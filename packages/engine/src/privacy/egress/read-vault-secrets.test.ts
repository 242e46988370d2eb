import { openVault } from '@memora/vault';
import { expect, it } from 'vitest';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { readVaultSecrets } from './read-vault-secrets.ts';

const MARKED = '# Ida\n\n<!--privacy:secret-->The code is zanzibar-471108.<!--/privacy-->\n';

async function readAll(code: string): Promise<readonly string[]> {
  await using folder = await setupVault({ 'a.md': '# A\n', 'people/ida.md': MARKED });
  const vault = await openVault(folder.root);
  const scan: typeof vault.scan = async function* (options) {
    for await (const entry of vault.scan(options)) if (!entry.path.startsWith('people/')) yield entry;
    const cause = Object.assign(new Error('open'), { code });
    yield { path: 'people', error: { code: 'SCAN_UNREADABLE', reason: 'refused', cause } };
  };
  const settings = { defaultBand: 'private', detector: 'off' } as const;
  const texts: string[] = [];
  const source = readVaultSecrets({ vault: { ...vault, scan }, settings, claims: null });
  for await (const { text } of source.secrets()) texts.push(text);
  return texts;
}

it.each(['EMFILE', 'ENFILE', 'EIO', 'ENOMEM'])(
  'is no list of secrets where a folder cannot be listed for a moment: %s',
  async (code) => {
    await expect(readAll(code)).rejects.toMatchObject({ code });
  },
);

it('leaves out a folder that nobody lets it read', async () => {
  expect(await readAll('EACCES')).toEqual([]);
});
