import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const VTT = `WEBVTT

00:00:02.000 --> 00:00:06.000
<v Ada>The crane lifts twelve tons.

00:13:05.000 --> 00:13:09.000
<v Ada>The relay was moved to Lisbon.
`;

it('answers from a document, and names the place of the original', async () => {
  await using v = await setupVault({});
  await writeFile(join(v.folder, 'standup.vtt'), VTT);
  const run = await v.run(['ingest', 'standup.vtt', '--region', 'meetings']);
  expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('memora index')]);
  expect(run.stdout).toMatch(/^created {2}meetings\/standup-[0-9a-z]{8}\.md {2}standup\.vtt; 2 places\n$/);
  const asked = await v.run(['query', 'Where was the relay moved?']);
  expect(asked.stdout).toContain('The relay was moved to Lisbon.');
  expect(asked.stdout).toContain('standup.vtt, 00:13:05');
  const { checks } = await v.json<{ checks: { anchor: unknown }[] }>(['query', 'Where was the relay moved?']);
  const { stdout } = await v.run(['claims', 'list', '--json']);
  expect(stdout).not.toMatch(/"predicate": ?"(?:origin|retrieved|extractor|language)/);
  expect(checks[0]?.anchor).toEqual({ label: 'standup.vtt, 00:13:05', href: 'standup.vtt?t=785' });
});

it('reads folders, patterns and stdin, names what is no text, and writes nothing twice', async () => {
  await using v = await setupVault({});
  const docs = join(v.folder, 'docs');
  await mkdir(join(docs, 'deep'), { recursive: true });
  await writeFile(join(docs, 'a.txt'), 'The pump runs at 40 bar.');
  await writeFile(join(docs, 'deep', 'b.md'), '# Valve\n\nThe valve costs 50 euros.');
  await writeFile(join(docs, 'deep', 'c.png'), Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\0', 'latin1'));
  await writeFile(join(docs, '.hidden.txt'), 'x');
  const first = await v.run(['ingest', 'docs']);
  expect(first.code).toBe(0);
  expect(first.stderr).toMatch(/c\.png: It is a PNG picture\..*\(NOT_TEXT\)/);
  expect(first.stdout.match(/^created/gm)).toHaveLength(2);
  const again = await v.run(['ingest', 'docs/**/*.md', 'docs/a.txt']);
  expect(again.stdout.match(/^unchanged/gm)).toHaveLength(2);
  expect((await readdir(join(v.vault, 'ingested'))).length).toBe(2);
  const piped = await v.run(['ingest', '-', '--type', 'md', '--title', 'Crane'], {
    stdin: '# C\n\nThe crane is red.',
  });
  expect(piped.stdout).toMatch(/^created {2}ingested\/crane-[0-9a-z]{8}\.md/);
  const named = await v.run(['ingest', 'docs/deep/c.png']);
  expect(named.code).toBe(3);
  const missing = await v.run(['ingest', 'docs/a.txt', 'none.pdf']);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('none.pdf')]);
});

it('prints a document on one line, whatever its name holds', async () => {
  await using v = await setupVault({});
  for (const [name, text] of [
    ['a\ncreated  forged.txt', 'The relay runs in Oslo.'],
    ['b\nforged.pdf', 'no PDF'],
  ] as const)
    await writeFile(join(v.folder, name), text);
  const { stdout, stderr } = await v.run(['ingest', v.folder]);
  expect(`${stdout}${stderr}`).not.toMatch(/^(?:created {2})?forged/mu);
  expect(`${stdout}${stderr}`).toContain('a created  forged.txt');
});

it('writes a document secret where that is asked for, and nothing in a rehearsal', async () => {
  await using v = await setupVault({});
  await writeFile(join(v.folder, 'a.txt'), 'The pump runs at 40 bar.');
  const { documents } = await v.json<{ documents: { path: string }[] }>(['ingest', 'a.txt', '--dry-run']);
  await expect(readFile(join(v.vault, documents[0]?.path ?? ''))).rejects.toMatchObject({ code: 'ENOENT' });
  await v.run(['ingest', 'a.txt', '--privacy', 'secret', '--index']);
  expect(await readFile(join(v.vault, documents[0]?.path ?? ''), 'utf8')).toContain('\nprivacy: secret\n');
  expect((await v.run(['query', 'How many bar?'])).stdout).not.toContain('40 bar');
});

it('reads sources again: edits stay, what is gone is said, and secret notes are not named', async () => {
  await using v = await setupVault({});
  const [lease, pay] = [join(v.folder, 'lease.txt'), join(v.folder, 'pay-of-ida.txt')];
  await writeFile(lease, 'The rent is 900 euros.\n\nIt is due on the third day.\n');
  await writeFile(pay, 'Ida earns 92,500 a year.\n');
  const { documents } = await v.json<{ documents: { id: string; path: string }[] }>(['ingest', 'lease.txt']);
  await v.run(['ingest', 'pay-of-ida.txt', '--privacy', 'secret', '--follow']);
  const note = join(v.vault, documents[0]?.path ?? '');
  await writeFile(
    note,
    (await readFile(note, 'utf8')).replace('third day.\n', 'third day, at the latest.\n'),
  );
  await writeFile(lease, 'The rent is 950 euros.\n\nIt is due on the third day.\n');
  await rm(pay);
  const run = await v.run(['ingest', 'refresh']);
  expect(run.stdout).toMatch(
    /^updated {2}ingested\/lease-[0-9a-z]{8}\.md {2}lease\.txt; 1 edit of yours kept\n$/,
  );
  expect([run.code, run.stderr]).toEqual([3, expect.stringContaining('(SOURCE_GONE)')]);
  expect(await readFile(note, 'utf8')).toMatch(
    /950 euros\.\n\nIt is due on the third day, at the latest\.\n$/,
  );
  const list = await v.run(['ingest', 'list']);
  expect(list.stdout).toContain('lease.txt');
  expect(list.stdout).toMatch(/\[redacted\].*followed; gone since/);
  expect(`${list.stdout}${(await v.run(['ingest', 'list', '--json'])).stdout}`).not.toMatch(/pay-of-ida/i);
  expect((await v.run(['ingest', 'list', '--reveal'])).stdout).toContain('pay-of-ida.txt');
  const removed = await v.run(['ingest', 'remove', documents[0]?.id ?? '', '--notes']);
  expect(removed.stdout).toContain('Forgot lease.txt\ndeleted  ingested/lease-');
  await expect(readFile(note)).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await v.run(['ingest', 'remove', 'nothing'])).code).toBe(2);
});

it('prints no password and no token of an address that fails, and answers with no key that it wrote itself', async () => {
  await using v = await setupVault({});
  const address = 'http://ida:hunter2@127.0.0.1:9/a?token=QWERTZUIOP';
  const failed = await v.run(['ingest', address, '--allow-local']);
  expect(failed.code).toBeGreaterThan(0);
  expect(failed.stdout + failed.stderr).not.toMatch(/hunter2|QWERTZ/);
  await writeFile(join(v.folder, 'a.txt'), 'The pump runs at 40 bar.');
  const { documents } = await v.json<{ documents: { path: string }[] }>(['ingest', 'a.txt', '--index']);
  const text = await readFile(join(v.vault, documents[0]?.path ?? ''), 'utf8');
  const hash = text.split('body_hash: ')[1]?.split('\n')[0] ?? '';
  expect(hash.length).toBeGreaterThan(20);
  for (const asked of ['body_hash', hash]) {
    const { stdout } = await v.run(['query', asked, '--json']);
    expect(stdout.replaceAll(JSON.stringify(asked), '')).not.toMatch(new RegExp(`${hash}|body_hash:`, 'u'));
  }
});
