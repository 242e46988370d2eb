import { createSecretCodec } from '@memora/privacy/keyring';
import { expect, it } from 'vitest';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import type { HiddenText } from '../index-run.ts';

const codec = createSecretCodec(new Uint8Array(32).fill(7));
const hide = (text: string) => `<!--privacy:secret-->${text}<!--/privacy-->`;

it('keeps what a stopped run had to hide of a note, when other text of it becomes secret', async () => {
  await using v = await setupVault(
    { 'a.md': '# Bo\n\nBo was at the doc: HIV.\n\nEli Xu is at sea.\n' },
    { codec },
  );
  await v.index();
  v.write('a.md', `# Bo\n\nAsk the doc about ${hide('HIV')} now.\n\nEli Xu is at sea.\n`);
  const stop = () => {
    throw new Error('stopped');
  };
  await expect(v.index({ onHidden: stop })).rejects.toThrow('stopped');
  v.write('a.md', `# Bo\n\n${hide('Eli Xu')} is at sea.\n`);
  const told: string[] = [];
  await v.index({
    onHidden: ({ notes }: HiddenText) => {
      told.push(...(notes.get('a.md')?.pieces ?? []));
    },
  });
  expect(told).toEqual(expect.arrayContaining(['hiv', 'eli', 'xu']));
});
