import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';

const SECRET = 'the gate code is 7731';
const UP = [
  '..',
  '.',
  '%2e%2e',
  '%2E%2E',
  '.%2e',
  '%252e%252e',
  '..%00',
  '．．',
  '‥',
  '․․',
  '..\u200b',
  '\u202e..',
  '&#46;&#46;',
  '&period;&period;',
  '%u002e%u002e',
  '. .',
  '...',
  '.. ',
  ' ..',
  '~',
];
const SLASHES = ['/', '\\', '%2f', '%5c', '%252f', '／', '∕', '⁄', '＼', '/./', '//../'];
const TARGETS = ['secret.md', 'etc/passwd', '.memora/index.db'];
const NAMES = [
  '.hidden.md',
  '.git/config',
  '.obsidian/app.json',
  '.trash/x.md',
  '.memora/x.md',
  'node_modules/x.md',
  '_ledger.md',
  '_atlas.md',
  '_index.md',
  'world_map.md',
  '_LEDGER.md',
  'con',
  'CON.md',
  'nul.txt',
  'aux/x.md',
  'com1.md',
  'lpt9',
  'a<b.md',
  'a>b.md',
  'a:b.md',
  'C:/x.md',
  'a"b.md',
  'a|b.md',
  'a?b.md',
  'a*b.md',
  'a\0.md',
  'a\n.md',
  'a\u001b[2J.md',
  'a\u202ed.md',
  'a\u200b.md',
  'dot.',
  'space ',
  ' lead.md',
  'x.file.md',
  'x~',
  `${'n'.repeat(300)}.md`,
  `${'d/'.repeat(40)}x.md`,
  `${'p'.repeat(200)}/`.repeat(8),
  '\ud800.md',
  'a%00.md',
  'a%2fb.md',
];
const OUTSIDE = [
  '',
  '/',
  'memories/x.md',
  '/memoriesx.md',
  '/memories-2/x.md',
  '/Memories/x.md',
  '/etc/passwd',
  '//memories/x.md',
  './memories/x.md',
  'file:///memories/x.md',
  '\\memories\\x.md',
  '/memories\\x.md',
  '~/memories/x.md',
  'C:\\memories',
  '/memories\0/x.md',
  '/memories%2fx.md',
  ' /memories/x.md',
  '../memories/x.md',
  '/tmp/../memories/x.md',
];

const ATTACKS = [
  ...UP.flatMap((up) =>
    SLASHES.flatMap((slash) => TARGETS.map((target) => `/memories/${up}${slash}${target}`)),
  ).filter(
    // A dot alone before plain names leads nowhere, and is not a way up.
    (path) => !path.startsWith('/memories/.//') || path.includes('..'),
  ),
  ...NAMES.map((name) => `/memories/${name}`),
  ...OUTSIDE,
];

it(`refuses ${ATTACKS.length} paths in every command, and writes and shows nothing by them`, async () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(500);
  await using s = await setupAgent();
  await writeFile(join(s.root, 'secret.md'), SECRET);
  const session = await s.agent.session();
  await session.file({ command: 'create', path: '/memories/own.md', file_text: 'The relay runs in Lisbon.' });
  const before = await s.files();
  const outside = await readdir(dirname(s.root));
  const refused = async (command: object): Promise<string> => {
    const answer = await session.file(command).then(
      (text) => `done: ${text}`,
      (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
    );
    expect(answer, JSON.stringify(command)).toMatch(/^MEMORY_FILE_REFUSED: Path /u);
    expect(answer).not.toContain('7731');
    return answer;
  };
  for (const path of ATTACKS) {
    await refused({ command: 'view', path });
    await refused({ command: 'create', path, file_text: 'x' });
    await refused({ command: 'str_replace', path, old_str: 'gate', new_str: 'x' });
    await refused({ command: 'insert', path, insert_line: 0, insert_text: 'x' });
    await refused({ command: 'delete', path });
    await refused({ command: 'rename', old_path: path, new_path: '/memories/stolen.md' });
    await refused({ command: 'rename', old_path: '/memories/own.md', new_path: path });
  }
  expect(await s.files()).toEqual(before);
  expect((await readdir(dirname(s.root))).filter((name) => name.startsWith('x'))).toEqual(
    outside.filter((name) => name.startsWith('x')),
  );
  expect(await readFile(join(s.root, 'secret.md'), 'utf8')).toBe(SECRET);
});

it('follows no link to a file or a folder, and reads no file that has another name elsewhere', async () => {
  await using s = await setupAgent();
  await mkdir(join(s.root, 'memories'));
  await mkdir(join(s.root, 'private'));
  await writeFile(join(s.root, 'private/secret.md'), SECRET);
  await symlink(join(s.root, 'private/secret.md'), join(s.root, 'memories/linked.md'));
  await symlink(join(s.root, 'private'), join(s.root, 'memories/folder'));
  await link(join(s.root, 'private/secret.md'), join(s.root, 'memories/hard.md'));
  const session = await s.agent.session();
  for (const path of [
    '/memories/linked.md',
    '/memories/folder',
    '/memories/folder/secret.md',
    '/memories/hard.md',
  ]) {
    const said = `Path ${path} would escape /memories directory`;
    await expect(session.file({ command: 'view', path })).rejects.toThrow(said);
    await expect(session.file({ command: 'delete', path })).rejects.toThrow(said);
    await expect(
      session.file({ command: 'rename', old_path: path, new_path: '/memories/x.md' }),
    ).rejects.toThrow(said);
  }
  await expect(
    session.file({ command: 'create', path: '/memories/folder/new.md', file_text: 'x' }),
  ).rejects.toThrow('would escape');
  expect(await readFile(join(s.root, 'private/secret.md'), 'utf8')).toBe(SECRET);
  expect(await readdir(join(s.root, 'private'))).toEqual(['secret.md']);
});

it('refuses what is no command', async () => {
  await using s = await setupAgent();
  const session = await s.agent.session();
  for (const command of [
    null,
    'view',
    7,
    [],
    {},
    { command: 'toString' },
    { command: 'view' },
    { command: 'create', path: '/memories/x.md' },
    { command: 'insert', path: '/memories/x.md', insert_line: 1.5, insert_text: 'x' },
    { command: 'view', path: '/memories', view_range: ['a', 2] },
    { command: 'rename', old_path: '/memories/x.md' },
  ])
    await expect(session.file(command)).rejects.toMatchObject({ code: 'MEMORY_FILE_REFUSED' });
});
