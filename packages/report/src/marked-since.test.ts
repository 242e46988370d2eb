import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { createReport } from './create-report.ts';
import { setupVault, type TestVault } from './testing-fixtures/setup-vault.ts';

const NOTE = '# Ida\n\nIda lives in Porto.\n\nThe door of Ida opens with zanzibar.\n';
const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';

/** A note that was written long before it is indexed. */
async function age(vault: TestVault, paths: readonly string[]): Promise<void> {
  const then = new Date(Date.now() - 3_600_000);
  for (const path of paths) await utimes(join(vault.root, path), then, then);
}

it.each([
  ['a marker around an unchanged sentence', NOTE.replace(/The door.*/u, `${OPEN}$&${CLOSE}`)],
  ['an opening before all of it that never closes', `${OPEN}\n${NOTE}`],
  ['a stray close behind it', `${NOTE}${CLOSE}\n`],
  ['a marker around one word', NOTE.replace('zanzibar', `${OPEN}zanzibar${CLOSE}`)],
  ['frontmatter that makes the note secret', `---\nprivacy: secret\n---\n${NOTE}`],
  ['frontmatter with an unreadable band', `---\nprivacy: topsecret\n---\n${NOTE}`],
  ['a key that is spelt with an escape', `---\n"priv\\u0061cy": secret\n---\n${NOTE}`],
  ['frontmatter that is never closed', `---\nprivacy: secret\n${NOTE}`],
])('no report shows a claim after %s, before the next index', async (_, text) => {
  await using vault = await setupVault({ 'ida.md': NOTE, 'bo.md': '# Bo\n\nBo likes fish.\n' });
  await age(vault, ['ida.md', 'bo.md']);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  expect((await createReport(memory)).html).toContain('zanzibar');
  await vault.write('ida.md', text);
  expect((await createReport(memory)).html).not.toContain('zanzibar');
  expect((await createReport(memory, { share: true })).html).not.toContain('zanzibar');
});

it('tells nothing of a conflict, a decision or a question that was marked since the index', async () => {
  const notes = {
    'a.md': '---\ndate: 2026-01-01\n---\n# Pump\n\nowner:: Zanzibar\n',
    'b.md': '---\ndate: 2026-02-01\n---\n# Pump\n\nowner:: Bo\n',
    'c.md': '# Choices\n\n## Decisions\n\n- 2026-01-05: We decided to rent the quetzal from Ida.\n',
    'd.md': '# Plans\n\nWill Ida keep the marimba?\n',
  };
  await using vault = await setupVault(notes);
  await age(vault, Object.keys(notes));
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const before = (await createReport(memory)).html;
  for (const word of ['Zanzibar', 'quetzal', 'marimba']) expect(before).toContain(word);
  for (const [path, text] of Object.entries(notes))
    await vault.write(path, text.replace(/Zanzibar|- 2026.*|Will Ida.*/u, `${OPEN}$&${CLOSE}`));
  const after = (await createReport(memory)).html;
  for (const word of ['Zanzibar', 'quetzal', 'marimba']) expect(after).not.toContain(word);
});

it('shows nothing of a note that is too long to be read any more, whatever it marks by now', async () => {
  await using vault = await setupVault({ 'a.md': '# Ida\n\nIda hides the okapi in Umea.\n' });
  await age(vault, ['a.md']);
  await using memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  expect((await createReport(memory)).html).toContain('okapi');
  await vault.write(
    'a.md',
    `# Ida\n\n${OPEN}Ida hides the okapi in Umea.${CLOSE}\n\n${'x'.repeat(17 * 1024 * 1024)}`,
  );
  expect((await createReport(memory)).html).not.toContain('okapi');
  await memory.index();
  expect((await createReport(memory)).html).not.toContain('okapi');
});
