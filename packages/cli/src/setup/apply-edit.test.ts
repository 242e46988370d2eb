import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupHome, type TestHome } from '../testing-fixtures/setup-home.ts';
import { applyEdit } from './apply-edit.ts';
import { CLIENTS } from './clients/client-table.ts';
import { findUserFolders } from './clients/user-folders.ts';
import { openEditRecords } from './edit-record.ts';
import { type PlannedEdit, planEdits } from './plan-edits.ts';
import { undoAll } from './undo-all.ts';

function planCursor({ env }: TestHome): PlannedEdit {
  const folders = findUserFolders(env, 'linux');
  const cursor = CLIENTS.find(({ id }) => id === 'cursor');
  if (folders === null || cursor === undefined) throw new Error('no such client');
  const command = { command: 'node', args: ['serve'] };
  const [edit] = planEdits(cursor, folders, command, openEditRecords(env).all());
  if (edit === undefined || 'error' in edit) throw new Error('the edit can’t be planned');
  return edit;
}

describe.runIf(process.platform !== 'win32')('an edit', () => {
  it('keeps what the client wrote between the look and the edit, and undoes no more than itself', async () => {
    await using home = await setupHome(['cursor']);
    const records = openEditRecords(home.env);
    const edit = planCursor(home);
    const theirs = '{"mcpServers":{"new":{"command":"new"}}}\n';
    await home.writeHome('.cursor/mcp.json', theirs);
    await applyEdit(edit, records);
    expect(JSON.parse(await home.readHome('.cursor/mcp.json'))).toEqual({
      mcpServers: { memora: { command: 'node', args: ['serve'] }, new: { command: 'new' } },
    });
    expect((await undoAll(records)).map(({ done }) => done)).toEqual(['as-it-was']);
    expect(await home.readHome('.cursor/mcp.json')).toBe(theirs);
  });

  it('goes into the file that came meanwhile where there was none', async () => {
    await using home = await setupHome([]);
    const edit = planCursor(home);
    await home.writeHome('.cursor/mcp.json', '{ "mcpServers": {} }');
    await applyEdit(edit, openEditRecords(home.env));
    await undoAll(openEditRecords(home.env));
    expect(await home.readHome('.cursor/mcp.json')).toBe('{ "mcpServers": {} }');
  });

  it('is refused where the file was broken meanwhile, and leaves no record', async () => {
    await using home = await setupHome(['cursor']);
    const edit = planCursor(home);
    await home.writeHome('.cursor/mcp.json', '{"mcp');
    await expect(applyEdit(edit, openEditRecords(home.env))).rejects.toMatchObject({
      code: 'CLIENT_FILE_UNREADABLE',
    });
    expect(await home.readHome('.cursor/mcp.json')).toBe('{"mcp');
  });

  it('is undone where a setup was killed between the record and the file', async () => {
    await using home = await setupHome(['cursor']);
    const before = await home.snapshot();
    const { before: bytes, after, target, file } = planCursor(home);
    const records = openEditRecords(home.env);
    await records.keep({ file: file.path, client: 'cursor', target, before: bytes, after, madeFolders: [] });
    expect((await undoAll(records)).map(({ done }) => done)).toEqual(['as-it-was']);
    expect(await home.snapshot()).toEqual(before);
  });

  it('finds what it wrote gone with its file, and makes none anew', async () => {
    await using home = await setupHome([]);
    await mkdir(join(home.home, '.cursor'));
    await applyEdit(planCursor(home), openEditRecords(home.env));
    await writeFile(join(home.home, '.cursor/mcp.json'), '{}');
    expect((await undoAll(openEditRecords(home.env))).map(({ done }) => done)).toEqual(['removed']);
    expect(await readdir(join(home.home, '.cursor'))).toEqual([]);
  });
});

describe.runIf(existsSync('/sys/kernel'))('a home that can’t be written', () => {
  it('is told file by file with the code of the system, and the rest is done', async () => {
    await using home = await setupHome(['codex']);
    await symlink('/sys/kernel', join(home.home, '.cursor'));
    const run = await home.run(['setup', '--yes', '--json']);
    expect(run.code).toBe(3);
    const { clients } = JSON.parse(run.stdout) as {
      clients: { client: string; status: string; code?: string }[];
    };
    expect(clients.find(({ client }) => client === 'cursor')).toMatchObject({
      status: 'failed',
      code: expect.stringMatching(/^E(?:ROFS|ACCES|PERM|NOENT)$/),
    });
    expect(run.stderr).toContain('"memora": {"command"');
    expect(await readFile(join(home.home, '.codex/config.toml'), 'utf8')).toContain('[mcp_servers.memora]');
    const removed = await home.json<{ files: { status: string }[] }>(['setup', '--remove', '--yes']);
    expect(removed.files.map(({ status }) => status)).not.toContain('failed');
  });
});
