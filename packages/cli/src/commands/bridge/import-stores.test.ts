import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const KEY = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;

it('imports what another system remembers, prints no text of it, and takes it out again', async () => {
  await using vault = await setupVault({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const path = join(vault.folder, 'mem0.json');
  const rows = ['The relay of Harbor runs in Lisbon.', 'Always deploy on Fridays.', `The token is ${KEY}.`];
  await writeFile(path, JSON.stringify(rows.map((memory, i) => ({ id: `m${i}`, memory }))));
  const first = await vault.run(['memory', 'import', path]);
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('2 memories imported')]);
  expect(`${first.stdout}${first.stderr}`).not.toMatch(/Lisbon|Fridays|ghp_/u);
  expect((await vault.run(['memory', 'search', 'Where does the relay of Harbor run?'])).stdout).toContain(
    'Lisbon',
  );
  const again = await vault.json<{ batch: string | null }>(['memory', 'import', path]);
  expect(again).toMatchObject({
    batch: null,
    read: 3,
    written: 0,
    same: 2,
    screened: { secret: 1, injected: 0 },
  });
  await vault.run(['memory', 'rollback', '--source', 'mem0', '--yes']);
  expect(await vault.json(['memory', 'list'])).toMatchObject({ memories: [] });
});

it('takes a damaged bundle for no store', async () => {
  await using vault = await setupVault({ 'pump.md': '# Pump\n' });
  const path = join(vault.folder, 'cut.jsonl');
  await writeFile(
    path,
    '{"path":"semantic/memory/a.md","blake3":"00","bytes":3,"text":"The relay runs in Lisbon."}\n',
  );
  const { code, stderr } = await vault.run(['memory', 'import', path, '--yes', '--json']);
  expect(code).not.toBe(0);
  expect(stderr).toContain('BUNDLE_INVALID');
  expect(await vault.json(['memory', 'list'])).toMatchObject({ memories: [] });
});

it('names the table, the row and the memory of it in an audit of the database of claude-mem', async () => {
  await using vault = await setupVault({});
  const path = join(vault.folder, 'claude-mem.db');
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE schema_versions (version INTEGER); INSERT INTO schema_versions VALUES (20);
    CREATE TABLE observations (id INTEGER PRIMARY KEY, type TEXT, facts TEXT, created_at_epoch INTEGER);
    INSERT INTO observations VALUES (1, 'discovery', '["The relay runs in Porto.", "The port of the relay is 7000."]', 1);
    CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, learned TEXT, created_at_epoch INTEGER);
    INSERT INTO session_summaries VALUES (1, 'The crane of Harbor lifts forty tons.', 1);`);
  database.close();
  const { stdout } = await vault.run(['memory', 'audit', path]);
  expect(stdout.match(/claude-mem\.db:\S+/gu)).toEqual([
    'claude-mem.db:observations-1-1',
    'claude-mem.db:observations-1-2',
    'claude-mem.db:session_summaries-1',
  ]);
});
