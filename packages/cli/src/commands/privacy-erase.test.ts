import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

it('erases what an agent remembered as a source, in the plan first, and what notes name it', async () => {
  await using v = await setupVault({
    'okapi.md': '---\nsource: https://news.example/okapi\n---\nThe okapi eats marimbas.\n',
    'own.md': 'The relay of Harbor runs in Lisbon.\n',
  });
  const { memory_id: id } = (await v.json([
    'memory',
    'save',
    'The crane of Harbor belongs to Xaverius.',
  ])) as {
    memory_id: string;
  };
  const { stdout, code } = await v.run(['privacy', 'erase', 'source:cli', '--dry-run']);
  expect(code).toBe(0);
  expect(stdout).toContain(`To remove, because nothing else supports it:\n  ${id}\n`);
  expect(stdout).not.toContain('Removed');
  expect(await v.json(['privacy', 'erase', 'cli'])).toMatchObject({
    kind: 'source',
    memories: { falls: [id], proof: { found: [] } },
  });
  expect((await v.run(['memory', 'show', id])).stdout).not.toContain('Xaverius');
  // A domain selects the notes of its addresses.
  expect(await v.json(['privacy', 'erase', 'source:news.example'])).toMatchObject({
    notes: ['okapi.md'],
    still_said_in: ['okapi.md'],
    proof: { found: [] },
  });
  for (const nothing of ['source:cli', 'source:example', 'source:', 'nobody'])
    expect((await v.run(['privacy', 'erase', nothing])).stderr).toContain(
      'there is no claim, note or source with that id or path',
    );
});
