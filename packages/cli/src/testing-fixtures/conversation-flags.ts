import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { done, type FlagCases } from './flag-case.ts';
import type { TestVault } from './setup-vault.ts';

const CHAT = JSON.stringify([
  { role: 'user', content: 'The lighthouse weighs 90 tons.' },
  { role: 'assistant', content: 'The vault word is <!--privacy:secret-->heliotrope<!--/privacy-->.' },
]);

async function importChat(vault: TestVault): Promise<string> {
  const file = join(vault.folder, 'chat.json');
  await writeFile(file, CHAT);
  const { conversations } = await vault.json<{ conversations: { id: string }[] }>([
    'conversations',
    'import',
    file,
  ]);
  return conversations[0]?.id ?? '';
}

/** The flags about conversations, each on a separate vault. */
export const CONVERSATION_FLAGS: FlagCases = {
  'query --conversations': async (vault) => {
    await importChat(vault);
    const asked = ['query', 'How many tons does the lighthouse weigh?'];
    expect((await vault.run(asked)).stdout).not.toContain('90 tons');
    expect((await done(vault, [...asked, '--conversations'])).stdout).toContain('90 tons');
  },
  'report --conversations': async (vault) => {
    await importChat(vault);
    const page = join(vault.folder, 'report.html');
    await done(vault, ['report', '--output', page]);
    expect(await readFile(page, 'utf8')).not.toContain('90 tons');
    await done(vault, ['report', '--output', page, '--conversations']);
    expect(await readFile(page, 'utf8')).toContain('90 tons');
  },
  'conversations import --format': async (vault) => {
    const file = join(vault.folder, 'chat.md');
    await writeFile(file, '[draft]\nUser: The lighthouse weighs 90 tons.\nAssistant: Yes.\n');
    const asked = ['conversations', 'import', file];
    expect((await vault.run(asked)).code).toBe(3);
    await done(vault, [...asked, '--format', 'markdown']);
    const unknown = await vault.run([...asked, '--format', 'whatsapp']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('chatgpt');
  },
  'conversations import --dry-run': async (vault) => {
    const file = join(vault.folder, 'chat.json');
    await writeFile(file, CHAT);
    const { stdout } = await done(vault, ['conversations', 'import', file, '--dry-run']);
    expect(stdout).toContain('Would write 2 turns of 1 conversation');
    expect(await vault.json(['conversations', 'list'])).toEqual({ conversations: [] });
  },
  'conversations list --reveal': async (vault) => {
    await vault.write(
      'episodic/conversations/x.md',
      '---\nid: conv_x\nsource: conversation\nchannel: host\nprivacy: secret\n---\n> [!user]\n> Heliotrope.\n\n^t1\n',
    );
    await done(vault, ['index']);
    expect((await done(vault, ['conversations', 'list'])).stdout).toBe('');
    expect((await done(vault, ['conversations', 'list', '--reveal'])).stdout).toContain('conv_x');
  },
  'conversations show --reveal': async (vault) => {
    const asked = ['conversations', 'show', await importChat(vault)];
    const { stdout } = await done(vault, asked);
    expect(stdout).toContain('The lighthouse weighs 90 tons.');
    expect(stdout).not.toContain('heliotrope');
    expect((await done(vault, [...asked, '--reveal'])).stdout).toContain('heliotrope');
  },
};
