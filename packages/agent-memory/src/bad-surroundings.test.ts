import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAgentMemory } from './open-agent-memory.ts';
import { setupAgent } from './testing-fixtures/setup-agent.ts';
import { withRemedies } from './with-remedies.ts';

async function withVault(run: (root: string) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'agent-'));
  try {
    await run(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

it('recalls from a memory that has nothing yet, and rolls nothing back', async () => {
  await using setup = await setupAgent();
  expect((await setup.agent.recall('Where does the relay run?')).items).toEqual([]);
  await using other = await setupAgent();
  expect(await other.agent.rollback({ agent: 'helper' })).toMatchObject({ falls: [] });
});

it('recalls from notes that nobody has indexed yet, through a session as well', async () => {
  await withVault(async (root) => {
    await writeFile(join(root, 'relay.md'), 'The relay of Harbor runs in Lisbon.\n');
    await using agent = await openAgentMemory({ vault: root, agent: 'helper' });
    const session = await agent.session();
    const { items } = await session.recall('Where does the relay run?');
    expect(items.map(({ line }) => line)).toEqual(['The relay of Harbor runs in Lisbon.']);
  });
});

it('decides the first memory of a vault by the notes that stand there, as it decides every other', async () => {
  await withVault(async (root) => {
    await mkdir(join(root, 'people'));
    await writeFile(
      join(root, 'people', 'ana.md'),
      '---\ntitle: Ana\n---\n\nThe rent of the Ana flat is 900 EUR.\n',
    );
    await using agent = await openAgentMemory({ vault: root, agent: 'helper' });
    expect(await agent.remember({ content: 'The rent of the Ana flat is 950 EUR.' })).toMatchObject({
      decision: 'contest',
      code: 'less_trusted',
    });
  });
});

const BYTES = Uint8Array.from({ length: 300 }, (_, i) => (i * 7919 + 13) % 256);
it.each([
  ['bytes read as UTF-8', new TextDecoder().decode(BYTES)],
  ['bytes read as Latin 1', Buffer.from(BYTES).toString('latin1')],
  ['a picture in Base64', Buffer.from(BYTES).toString('base64')],
  ['a picture as an address', `data:image/png;base64,${Buffer.from(BYTES).toString('base64')}`],
])('refuses what is no text and writes nothing: %s', async (_, content) => {
  await using setup = await setupAgent();
  expect(await setup.agent.remember({ content })).toMatchObject({ decision: 'reject', code: 'blank' });
  expect(await setup.files()).toEqual([]);
});

it('keeps a statement that holds a sign of no text, or a long key', async () => {
  await using setup = await setupAgent();
  for (const content of [
    'The label of the old\u0000 tape is unreadable.',
    `The public key of the relay is ${'AbCd0123'.repeat(12)}.`,
  ])
    expect(await setup.agent.remember({ content })).toMatchObject({ decision: 'accept' });
});

it.each([
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['EROFS', 'MEMORY_UNWRITABLE'],
  ['EACCES', 'MEMORY_UNWRITABLE'],
])('tells what to do where the system refuses: %s', async (code, expected) => {
  const failure = Object.assign(new Error(`${code}: open '/home/ana/notes'`), { code, syscall: 'open' });
  const guarded = withRemedies({
    name: 'memory',
    fails: async () => {
      throw failure;
    },
    gives: async (value: number) => value,
    plain: () => 3,
  });
  await expect(guarded.fails()).rejects.toMatchObject({ code: expected, hint: expect.any(String) });
  await expect(guarded.fails()).rejects.not.toThrow('/home/ana');
  expect([await guarded.gives(2), guarded.plain(), guarded.name]).toEqual([2, 3, 'memory']);
});
