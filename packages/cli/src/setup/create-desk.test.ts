import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CLIENT_FILES } from '../testing-fixtures/client-files.ts';
import { setupHome } from '../testing-fixtures/setup-home.ts';
import { createDesk } from './create-desk.ts';
import { openEditRecords } from './edit-record.ts';

it('shows the page what Obsidian knows, and what connecting an agent writes', async () => {
  await using home = await setupHome(['cursor']);
  await home.writeHome(
    '.config/obsidian/obsidian.json',
    JSON.stringify({ vaults: { a: { path: home.vault, ts: 1 } } }),
  );
  const desk = createDesk(home.env);
  expect(await desk.vaults()).toEqual([home.vault]);
  const [cursor, ...others] = await desk.agents(home.vault);
  expect(others).toEqual([]);
  expect(cursor).toMatchObject({ id: 'cursor', title: 'Cursor', state: 'absent' });
  expect(cursor?.edits[0]?.lines.join('\n')).toContain('memora"');
  expect([cursor?.isNamed('cursor-vscode'), cursor?.isNamed('codex')]).toEqual([true, false]);
  await desk.connect(home.vault, 'cursor');
  expect((await desk.agents(home.vault))[0]).toMatchObject({ state: 'connected', edits: [] });
  expect(openEditRecords(home.env).all()).toHaveLength(1);
  await expect(desk.connect(home.vault, 'codex')).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
});

it('writes nothing into a file that it can not read', async () => {
  await using home = await setupHome([]);
  const file = CLIENT_FILES['cursor']?.[0]?.path ?? '';
  await home.writeHome(file, '{ "mcpServers": [');
  const desk = createDesk(home.env);
  expect((await desk.agents(home.vault))[0]).toMatchObject({ id: 'cursor', state: 'unreadable' });
  await expect(desk.connect(home.vault, 'cursor')).rejects.toMatchObject({ code: expect.any(String) });
  expect(await readFile(`${home.home}/${file}`, 'utf8')).toBe('{ "mcpServers": [');
});
